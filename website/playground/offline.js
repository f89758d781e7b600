// Keeps the files of the playground, so that the page works without a network once it was loaded.
const NAME = "playground-@HASH@", FILES = @FILES@;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("playground-") && name !== NAME).map((name) => caches.delete(name))
  )).then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, {ignoreSearch: true}).then((found) => found || fetch(event.request)));
});
