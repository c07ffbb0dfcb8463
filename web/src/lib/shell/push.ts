/** Notices to this browser while no page is open. */

import { rest } from "../server/rest.ts";

/** What the browser says: it can't, it has refused, it will ask, or it has agreed. */
export type PushState = "missing" | "denied" | "default" | "granted";

export function pushState(): PushState {
  const able = "serviceWorker" in navigator && "PushManager" in globalThis;
  return able && "Notification" in globalThis ? Notification.permission : "missing";
}

/** Asks for permission, which browsers give only after a press, and subscribes. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.register("/notices.js");
  await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = made.toJSON();
  await rest.subscribe({
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
  });
  return true;
}
