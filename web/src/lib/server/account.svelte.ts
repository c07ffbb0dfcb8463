/** Who is playing in this browser. */

import type { Me, UserInfo } from "./api.ts";
import { rest } from "./rest.ts";

class Account {
  user = $state.raw<UserInfo | null>(null);
  /** Whether the server has said who this is. */
  known = $state(false);
  /** The confirmed address of an account. */
  email = $state<string | null>(null);
  /** Whether the server sends mail at all. */
  mail = $state(false);
  /** Whether the host has a page of terms and contact. */
  terms = $state(false);
  /** How many recovery codes have not been used. */
  codes = $state(0);

  #take(me: Me): void {
    this.user = me.user;
    this.known = true;
    this.email = me.email;
    this.mail = me.mail;
    this.codes = me.codes;
    this.terms = me.terms;
  }

  async load(): Promise<void> {
    this.#take(await rest.me());
  }

  /** Makes a guest of somebody who has only looked. */
  async become(): Promise<void> {
    this.#take(await rest.becomeGuest());
  }

  /** Makes an account of the guest; returns its recovery codes, which are shown this once. */
  async claim(name: string, password: string): Promise<string[]> {
    if (!this.user) await rest.becomeGuest();
    const claimed = await rest.claim(name, password);
    await this.load();
    return claimed.codes;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#take(await rest.signIn(name, password));
  }

  async signOut(): Promise<void> {
    this.#take(await rest.signOut());
  }

  /** Ends the account, or what there is of a guest. */
  async remove(password: string): Promise<void> {
    this.#take(await rest.deleteMe(password));
  }

  async rename(name: string): Promise<void> {
    if (!this.user) await rest.becomeGuest();
    this.#take(await rest.rename(name));
  }

  async recover(code: string, name: string, password: string): Promise<void> {
    this.#take(await rest.recover(code, name, password));
  }

  async newCodes(password: string): Promise<string[]> {
    const { codes } = await rest.newCodes(password);
    this.codes = codes.length;
    return codes;
  }

  async forgetEmail(password: string): Promise<void> {
    await rest.setEmail("", password, "");
    this.email = null;
  }

  async confirmEmail(key: string): Promise<void> {
    this.#take(await rest.confirmEmail(key));
  }
}

export const account = new Account();
