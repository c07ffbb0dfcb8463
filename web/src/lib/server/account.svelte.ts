/** Who is playing in this browser. */

import type { UserInfo } from "./api.ts";
import { rest } from "./rest.ts";

class Account {
  user = $state.raw<UserInfo | null>(null);

  async load(): Promise<void> {
    this.user = (await rest.me()).user;
  }

  async claim(name: string, password: string): Promise<void> {
    if (!this.user) await rest.becomeGuest();
    this.user = (await rest.claim(name, password)).user;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.user = (await rest.signIn(name, password)).user;
  }

  async signOut(): Promise<void> {
    this.user = (await rest.signOut()).user;
  }

  async rename(name: string): Promise<void> {
    if (!this.user) await rest.becomeGuest();
    this.user = (await rest.rename(name)).user;
  }
}

export const account = new Account();
