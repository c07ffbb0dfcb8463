/** The addresses of the client. */

export type Route =
  | { screen: "home" }
  | { screen: "lobby" }
  | { screen: "learn" }
  | { screen: "profile"; name: string }
  | { screen: "ranking" }
  /** Without an id any puzzle that was not seen yet. */
  | { screen: "puzzle"; id: string }
  | { screen: "game"; id: string; invite: string; guided: boolean }
  | {
      screen: "replay";
      /** Games that were imported to be studied have addresses of their own. */
      study: boolean;
      id: string;
      answer: number | null;
      view: string;
      invite: string;
    };

export function parse(path: string, search: string): Route {
  const [first = "", id = "", answer = ""] = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  const invite = query.get("invite") ?? "";
  if (first === "lobby") return { screen: "lobby" };
  if (first === "learn") return { screen: "learn" };
  if (first === "user" && id) return { screen: "profile", name: decoded(id) };
  if (first === "ranking") return { screen: "ranking" };
  if (first === "puzzle") return { screen: "puzzle", id };
  if (first === "game" && id) return { screen: "game", id, invite, guided: query.has("guide") };
  if ((first === "replay" || first === "study") && id) {
    const number = /^\d+$/.test(answer) ? Number(answer) : null;
    const view = query.get("view") ?? "";
    return { screen: "replay", study: first === "study", id, answer: number, view, invite };
  }
  return { screen: "home" };
}

/** A part of an address as text; one that can't be read stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state.raw<Route>(
    typeof location === "undefined"
      ? { screen: "home" }
      : parse(location.pathname, location.search),
  );

  /** Goes to an address; `replace` keeps the way back short. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.follow();
  }

  follow(): void {
    this.route = parse(location.pathname, location.search);
  }
}

export const router = new Router();

/** Lets a link change the screen without loading the page again. */
export function onlink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
