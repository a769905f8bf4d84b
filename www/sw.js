// Keeps the page for days without a network. `BUILD`, which the build writes before this, names the files of the build,
// each with the hash of its content: what a host gives out from another build is refused, so that two never mix.
const { first, later, name } = BUILD;
const files = { ...first, ...later };
const mine = `wirelab ${registration.scope} `;
const open = () => caches.open(mine + name);

const load = async (cache, file) => {
  const response = await fetch(file, { cache: "no-cache", integrity: files[file] });
  if (!response.ok) throw new TypeError(`${file}: ${response.status}`);
  await cache.put(file, response.clone());
  return response;
};

const answer = async (file) => {
  const cache = await open();
  return (await cache.match(file)) ?? load(cache, file).catch((error) => {
    // There is another build, most likely.
    registration.update().catch(() => {});
    throw error;
  });
};

addEventListener("install", (event) => {
  event.waitUntil(open().then((cache) => Promise.all(Object.keys(first).map((file) => load(cache, file)))));
});

addEventListener("activate", (event) => {
  const old = async () => (await caches.keys()).filter((other) => other.startsWith(mine) && other !== mine + name);
  event.waitUntil(old().then((all) => Promise.all(all.map((one) => caches.delete(one)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  const path = url.slice(registration.scope.length).replace(/[?#].*/s, "");
  const file = path === "" || path === "index.html" ? "./" : path;
  if (Object.hasOwn(files, file)) event.respondWith(answer(file));
});

/** What is loaded only when it is needed, before it is needed. */
const rest = async () => {
  const cache = await open();
  for (const file of Object.keys(later)) {
    if (!(await cache.match(file))) await load(cache, file).catch(() => {});
  }
};

/** Takes over from the worker of another build, unless a page beside the one that asks would be left with both. */
const takeOver = async (always, port) => {
  const pages = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => url.startsWith(registration.scope));
  if (always || pages.length < 2) await skipWaiting();
  else port.postMessage("stay");
};

addEventListener("message", (event) => {
  event.waitUntil(event.data === "rest" ? rest() : takeOver(event.data === "now", event.ports[0]));
});
