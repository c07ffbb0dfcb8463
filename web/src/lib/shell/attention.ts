/** The tab's title and icon: they say from afar that a game waits for this player. */

const NAME = "Twilight";
const ICON = "/icon.svg";
const ICON_WAITS = "/icon-move.svg";

/** Say in the tab that it is this player's move, or nothing. */
export function showAttention(words: string | null): void {
  document.title = words === null ? NAME : `● ${words} · ${NAME}`;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const icon = words === null ? ICON : ICON_WAITS;
  // A browser fetches what it is told once more, even if it is the same.
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}
