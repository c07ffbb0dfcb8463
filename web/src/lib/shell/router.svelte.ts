/** The addresses of the client. */

export type Route =
  /** With the form set to a game that anybody may join. */
  | { screen: "home"; opens?: true }
  | { screen: "lobby" }
  | { screen: "learn" }
  | { screen: "profile"; name: string }
  | { screen: "ranking" }
  /** A paragraph such as R10.2, or a kind of fact; without one the whole book. */
  | { screen: "rules"; rule: string }
  /** One card of the gallery, or all of them. */
  | { screen: "cards"; card: string }
  | { screen: "leagues" }
  | { screen: "league"; id: string; invite: string }
  | { screen: "notices" }
  | { screen: "terms" }
  /** The link of a notice that ends such notices. */
  | { screen: "stop" }
  /** Without an id any puzzle that was not seen yet. */
  | { screen: "puzzle"; id: string }
  /** The position editor, beginning with a moment of a game if one is named. */
  | { screen: "editor"; id: string; answer: number }
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
  if (first === "settings" && id === "notify") return { screen: "notices" };
  if (first === "terms") return { screen: "terms" };
  if (first === "stop") return { screen: "stop" };
  if (first === "learn") return { screen: "learn" };
  if (first === "user" && id) return { screen: "profile", name: decoded(id) };
  if (first === "league") return id ? { screen: "league", id, invite } : { screen: "leagues" };
  if (first === "ranking") return { screen: "ranking" };
  if (first === "rules") return { screen: "rules", rule: id };
  if (first === "cards") return { screen: "cards", card: id };
  if (first === "puzzle") return { screen: "puzzle", id };
  if (first === "editor") {
    return { screen: "editor", id, answer: /^\d+$/.test(answer) ? Number(answer) : 0 };
  }
  if (first === "game" && id) return { screen: "game", id, invite, guided: query.has("guide") };
  if ((first === "replay" || first === "study") && id) {
    const number = /^\d+$/.test(answer) ? Number(answer) : null;
    const view = query.get("view") ?? "";
    return { screen: "replay", study: first === "study", id, answer: number, view, invite };
  }
  return query.has("open") ? { screen: "home", opens: true } : { screen: "home" };
}

/** The form for a game that anybody may join. */
export const OPEN_A_GAME = "/?open";

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

/** The rules that lie open beside whatever is on the screen. */
class Drawer {
  rule = $state<string | null>(null);

  open(rule: string): void {
    this.rule = rule;
  }

  close(): void {
    this.rule = null;
  }
}

export const drawer = new Drawer();

/** Lets a link change the screen without loading the page again. */
export function onlink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  event.preventDefault();
  const wanted = parse(link.pathname, link.search);
  // At a table one reads the rule beside it, and nobody leaves the game for that.
  if (wanted.screen === "rules" && router.route.screen !== "rules") drawer.open(wanted.rule);
  else router.go(link.pathname + link.search);
}
