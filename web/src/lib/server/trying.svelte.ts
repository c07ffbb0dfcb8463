/** One request of a form at a time, and what was wrong with the last one. */

import { refusal } from "./rest.ts";

export class Trying {
  trouble = $state("");
  busy = $state(false);

  async run(action: () => Promise<void>): Promise<void> {
    this.trouble = "";
    this.busy = true;
    try {
      await action();
    } catch (error) {
      this.trouble = refusal(error).message;
    } finally {
      this.busy = false;
    }
  }
}
