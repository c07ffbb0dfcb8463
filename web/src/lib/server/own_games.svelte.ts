/** One's own games, asked for again and again while somebody looks at them. */

import type { OwnGame } from "./api.ts";
import { account } from "./account.svelte.ts";
import { languageCode } from "../language/language.svelte.ts";
import { refusal, rest } from "./rest.ts";

const EVERY = 8000;

export class OwnGames {
  /** Null as long as nothing is known. */
  games = $state.raw<readonly OwnGame[] | null>(null);
  /** When the list was right for the last time, once the server no longer answers. */
  asOf = $state<Date | null>(null);
  #loadedAt = new Date();

  /** Follows the games while the component that asks for it is there. */
  constructor() {
    $effect(() => {
      if (!account.user) {
        this.games = account.known ? [] : null;
        return;
      }
      void languageCode();
      void this.#load();
      const look = () => {
        if (document.visibilityState === "visible") void this.#load();
      };
      const timer = setInterval(look, EVERY);
      document.addEventListener("visibilitychange", look);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", look);
      };
    });
  }

  async #load(): Promise<void> {
    try {
      this.games = (await rest.ownGames(languageCode())).games;
      this.#loadedAt = new Date();
      this.asOf = null;
    } catch (error) {
      refusal(error);
      this.asOf = this.#loadedAt;
      this.games ??= [];
    }
  }
}
