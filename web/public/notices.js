/* Shows notices that the server sends while no page is open; it keeps no files and answers no requests. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(told.title ?? "Twilight", {
      body: told.body ?? "",
      tag: told.tag || undefined,
      icon: "/icon-192.png",
      badge: "/icon-192.png",
      data: { url: told.url ?? "/", stop: told.stop ?? "" },
      actions: told.stop ? [{ action: "stop", title: told.stop_word }] : [],
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, stop } = event.notification.data;
  event.waitUntil(event.action === "stop" ? end(stop) : open(url));
});

function end(key) {
  return fetch(`/api/v1/notices/stop?key=${encodeURIComponent(key)}`, { method: "POST" });
}

/** Goes to a page that is open already, or opens one. */
async function open(url) {
  const address = new URL(url, self.location.origin);
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname);
  return there ? there.focus() : self.clients.openWindow(address);
}
