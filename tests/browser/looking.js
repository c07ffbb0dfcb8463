// What a person in front of the page can press now. The tests ask, and press with real events.
window.look = (() => {
  const FRONT = [
    ".cover button",
    "dialog[open] .button.danger",
    ".reveal .button.primary",
    ".sheet .button.primary",
    ".prompt .button.primary:not(:disabled)",
  ];
  // On a phone: a card that lies over the table, a map that shows another part of the world.
  const ASIDE = [".sheet .close", ".regions button"];
  const READY = ".prompt.yours:not([aria-busy=true])";
  const CHOICES = [
    ["country", "[data-box][data-legal]", "box"],
    ["card", ".hand-card.open", "card"],
    ["use", "[data-use]:not([aria-disabled=true])", "use"],
    ["option", "[data-option]", "option"],
  ];

  const all = (selector) => [...document.querySelectorAll(selector)];

  /** The middle of what is seen of an element, or nothing if something lies over it. */
  function middle(element) {
    const rect = element.getBoundingClientRect();
    const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
    const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
    if (right - left < 4 || bottom - top < 4) return null;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null;
  }

  function first(selectors) {
    for (const name of selectors) {
      for (const element of all(name)) {
        const at = middle(element);
        if (at) return [{ kind: "button", name, ...at }];
      }
    }
    return [];
  }

  /** Everything that can be pressed now: what lies in front alone, else all choices. */
  function places() {
    if (document.querySelector(".over")) return { over: true, places: [] };
    const front = first(FRONT);
    if (front.length > 0) return { over: false, places: front };
    if (!document.querySelector(READY)) return null;
    const choices = CHOICES.flatMap(([kind, selector, key]) =>
      all(selector).flatMap((element) => {
        const at = middle(element);
        return at ? [{ kind, name: element.dataset[key], ...at }] : [];
      }),
    );
    const found = choices.length > 0 ? choices : first(ASIDE);
    return found.length > 0 ? { over: false, places: found } : null;
  }

  /** The keys that choose something now, each choice as the keys to press one after the other. */
  function keys() {
    if (document.querySelector(".over")) return { over: true, keys: [] };
    if (document.querySelector("dialog[open] .button.danger")) {
      return { over: false, reach: "dialog[open] .button.danger", keys: [] };
    }
    if (document.querySelector(".cover button")) return { over: false, keys: [["Enter"]] };
    if (document.querySelector(".reveal button")) return { over: false, keys: [["Enter"]] };
    if (!document.querySelector(READY)) return null;
    if (document.querySelector(".prompt .button.primary:not(:disabled)")) {
      return { over: false, keys: [["Enter"]] };
    }
    const found = all(".hand-card").flatMap((card, index) => {
      if (!card.classList.contains("open")) return [];
      const walk = ["h", ...Array(index).fill("Tab"), "Enter"];
      return index < 9 ? [[String(index + 1)], walk] : [walk];
    });
    if (!document.querySelector(".hand-card.open")) {
      const options = all("[data-option]").slice(0, 9);
      found.push(...options.map((_, index) => [String(index + 1)]));
    }
    if (document.querySelector(".uses [aria-pressed=true]") === null) {
      const uses = all("[data-use]:not([aria-disabled=true]) kbd");
      found.push(...uses.map((key) => [key.textContent.toLowerCase()]));
    }
    const targets = Math.min(all("[data-box][data-legal]").length, 4);
    for (let index = 0; index < targets; index++) {
      found.push(["t", ...Array(index).fill("Tab"), "Enter"]);
    }
    return found.length > 0 ? { over: false, keys: found } : null;
  }

  /** Whether what one waits for is seen. */
  function isThere([selector, text]) {
    return all(selector).some((one) => one.checkVisibility() && one.textContent.includes(text));
  }

  /** Waits until there is something to press, for as long as one is patient. */
  function until(find, patience, goal) {
    const began = performance.now();
    return new Promise((done) => {
      const again = () => {
        const found = goal && isThere(goal) ? { there: true, over: false } : find();
        if (found || performance.now() - began > patience) done(found);
        else setTimeout(again, 8);
      };
      again();
    });
  }

  /** The choices of somebody who wants the game to last. */
  function calm(choices, dangerous) {
    const due = choices.filter((one) => one.name.endsWith("_scoring"));
    if (due.length > 0) return due;
    const harmless = choices.filter((one) => !dangerous.includes(one.name));
    return harmless.length > 0 ? harmless : choices;
  }

  /**
   * Presses so often, as fast as the page allows, and returns how long each press took until the
   * page was ready for the next one; stops when the game is over.
   */
  async function playOn(dangerous, presses) {
    const times = [];
    for (let index = 0; index < presses; index++) {
      const found = await until(places, 60_000);
      if (!found) throw new Error(`nothing can be pressed after ${index} presses`);
      if (found.over) break;
      const choices = calm(found.places, dangerous);
      const { x, y } = choices[(index * 7) % choices.length];
      const began = performance.now();
      const target = document.elementFromPoint(x, y);
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      await new Promise((done) => setTimeout(done));
      await until(places, 60_000);
      times.push(performance.now() - began);
    }
    return times;
  }

  return {
    playOn,
    places: (patience, goal) => until(places, patience, goal),
    keys: (patience) => until(keys, patience),
  };
})();
