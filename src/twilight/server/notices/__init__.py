"""What players are told when they are not there."""
