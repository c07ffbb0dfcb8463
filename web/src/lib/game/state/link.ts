/** The live connection of a game: it comes back by itself and loses nothing. */

import type { ClientMessage, ServerMessage } from "../../server/api.ts";

export type LinkState = "connecting" | "live" | "lost" | "closed";

export interface LinkHandlers {
  message: (message: ServerMessage) => void;
  state: (state: LinkState) => void;
  /** The last entry that has been seen, to get what was missed. */
  last: () => number | null;
}

export interface Link {
  send: (message: ClientMessage) => boolean;
  close: () => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const SILENCE = 25_000;
const SIGNED_OUT = 4001;

export function openLink(address: URL, handlers: LinkHandlers): Link {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let heart = 0;
  let closed = false;

  function connect(): void {
    clearTimeout(timer);
    const last = handlers.last();
    if (last === null) address.searchParams.delete("last");
    else address.searchParams.set("last", String(last));
    const made = new WebSocket(address);
    socket = made;
    made.onopen = () => {
      handlers.state("live");
      beat();
    };
    made.onmessage = (event: MessageEvent<string>) => {
      if (made !== socket) return;
      beat();
      const message = JSON.parse(event.data) as ServerMessage;
      // A server whose database is away opens the door only to refuse: it is given time.
      if (message.type !== "refused") wait = FIRST_WAIT;
      handlers.message(message);
    };
    made.onclose = (event) => {
      if (made !== socket || closed) return;
      clearTimeout(heart);
      // Codes from 4000 on are the server's own: it does not want this connection back. One that is
      // signed out may come again: another tab has renewed the cookie, or it comes as a spectator.
      if (event.code >= 4000 && event.code < 4100 && event.code !== SIGNED_OUT) {
        handlers.state("closed");
        return;
      }
      handlers.state("lost");
      timer = window.setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    };
  }

  /** A connection that has been silent for long is asked whether it is still there. */
  function beat(): void {
    clearTimeout(heart);
    heart = window.setTimeout(() => {
      send({ type: "ping", ref: "" });
      heart = window.setTimeout(() => socket?.close(), SILENCE / 2);
    }, SILENCE);
  }

  function send(message: ClientMessage): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function hurry(): void {
    if (document.visibilityState === "visible" && socket?.readyState === WebSocket.CLOSED) {
      wait = FIRST_WAIT;
      connect();
    }
  }

  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  connect();
  return {
    send,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(heart);
      document.removeEventListener("visibilitychange", hurry);
      window.removeEventListener("online", hurry);
      socket?.close();
    },
  };
}
