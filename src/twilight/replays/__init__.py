"""Games that were played: saved ones of ours, and the public log format read and written."""
