/** The variations and notes of a game that is studied. */

import type { BranchInfo, NoteInfo, StudyTree } from "../server/api.ts";
import { rest } from "../server/rest.ts";
import { Trying } from "../server/trying.svelte.ts";

export type NoteMark = NonNullable<NoteInfo["mark"]>;

/** How marks are written beside a play. */
export const SIGNS: Record<NoteMark, string> = {
  only: "!",
  good: "!",
  interesting: "!?",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
export const NOTE_MARKS: readonly NoteMark[] = [
  "good",
  "interesting",
  "inaccuracy",
  "mistake",
  "blunder",
];

export class Tree {
  info = $state.raw<StudyTree | null>(null);
  readonly #trying = new Trying();

  constructor(
    readonly game: string,
    readonly language: string,
    readonly invite = "",
  ) {}

  get trouble(): string {
    return this.#trying.trouble;
  }

  async load(): Promise<void> {
    await this.#trying.run(async () => {
      this.info = await rest.tree(this.game, this.language, this.invite);
    });
  }

  async write(answer: number, text: string, mark: NoteMark | null): Promise<void> {
    await this.#trying.run(async () => {
      await rest.writeNote(this.game, answer, { text, mark }, this.invite);
      await this.load();
    });
  }

  async throwAway(branch: string): Promise<void> {
    await this.#trying.run(async () => {
      await rest.throwAway(branch);
      await this.load();
    });
  }

  /** The variations that leave a game between two of its moments. */
  leaving(game: string, from: number, to: number): BranchInfo[] {
    return (this.info?.branches ?? []).filter(
      (one) => one.parent === game && one.at >= from && one.at < to,
    );
  }

  notesAt(from: number, to: number): NoteInfo[] {
    return (this.info?.notes ?? []).filter(
      (one) => one.game === this.game && one.answer >= from && one.answer < to,
    );
  }

  /** What one has written at a moment oneself. */
  ownNote(answer: number): NoteInfo | null {
    return this.notesAt(answer, answer + 1).find((one) => one.mine) ?? null;
  }
}

/** Where a variation can be seen: at its table while it is played, else as a study. */
export function branchAddress(branch: BranchInfo, answer: number): string {
  if (branch.status !== "finished") return `/game/${branch.game}`;
  return `/${branch.mode === "study" ? "study" : "replay"}/${branch.game}/${answer}`;
}

/** The address of a game at a moment: it may be a study, or a game that was played here. */
export async function addressOf(game: string, answer: number): Promise<string> {
  const isStudy = await rest.studied(game).then(
    () => true,
    () => false,
  );
  return `/${isStudy ? "study" : "replay"}/${game}/${answer}`;
}
