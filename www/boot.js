// SQLite is large: it comes with the first query.
const ask = async (number, question) => {
  let reply;
  try {
    reply = await (await import("./database.js")).ask(question);
  } catch (error) {
    reply = JSON.stringify(["unavailable", String(error)]);
  }
  globalThis.wirelab.answer(number, reply);
};

// So is the judge: it comes with the first recording, in the module that knows the places for them. `true` stands for
// the file that was taken last.
let file;
const judge = async (number, question, body) => {
  // Nothing to ask: what it has on its desk is not needed any more.
  if (question === undefined) return void (await import("./asking.js")).dismiss();
  const done = (reply) => globalThis.wirelab.judged(number, reply);
  const progress = (percent) => globalThis.wirelab.judging(number, percent);
  try {
    (await import("./asking.js")).ask(number, question, body === true ? file : body, done, progress);
  } catch (error) {
    done(JSON.stringify({ failed: String(error) }));
  }
};

// Where there is no clipboard, the first step throws, and the page says so. A fragment is a link to this page.
const copy = (value) => {
  const text = value.startsWith("#lesson=") ? new URL(value, location.href).href : value;
  const copied = (done) => globalThis.wirelab.copied(done);
  navigator.clipboard.writeText(text).then(() => copied(true), () => copied(false));
};

// The page begins with a small module. When the reader goes to a place that it does not know, the large one takes over.
const root = document.getElementById("wirelab");
// In a frame of somebody else's page it is only the playground, and remembers nothing: all frames of a tab share a memory.
const query = new URLSearchParams(location.search);
const embedded = query.has("embed");
for (const name of ["lang", "theme"]) if (query.get(name)) root.dataset[name] = query.get(name);
const small = async () => {
  const wirelab = await import("./wirelab.js");
  await wirelab.default({ module_or_path: "wirelab_bg.wasm" });
  return wirelab;
};
/** Loads a style sheet. */
const styled = (href) =>
  new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", done);
    link.addEventListener("error", () => (link.remove(), fail(new Error(href))));
    document.head.append(link);
  });
let growing;
const grow = async () => {
  const [large] = await Promise.all([import("./rulebook.js"), styled("./reader.css")]);
  await large.default({ module_or_path: "rulebook_bg.wasm" });
  return large;
};
/** Where the reader wants to go, and what to do there: what was wanted last counts, while the module is on its way. */
let wanted;
/** Lets the large module take over, go to a place and do there what was wished for; whether that was possible. */
const grown = async (place, wish = "") => {
  wanted = [place, wish];
  try {
    const large = await (growing ??= grow());
    if (globalThis.wirelab instanceof large.PanelHandle) return true;
    const carried = globalThis.wirelab.carry();
    globalThis.wirelab.unmount();
    globalThis.wirelab = large.mount(root, ask, judge, share, undefined, copy);
    globalThis.wirelab.carried(carried, ...wanted);
    return true;
  } catch (error) {
    growing = undefined;
    globalThis.wirelab.stayed(String(error));
    return false;
  }
};

// A world goes into a link, or into a file if it is too long for one.
const SEEN = "wirelab.link";
const SESSION = "wirelab.session";
const share = async (text) => {
  globalThis.wirelab.shared(await hand(text).catch(() => "nothing"));
};
const hand = async (text) => {
  const hash = await (await import("./link.js")).link(text);
  if (!hash) {
    (await import("./asking.js")).save({ name: "wirelab-session.json", text });
    return "file";
  }
  keep(SEEN, hash);
  history.replaceState(null, "", hash);
  return navigator.clipboard.writeText(location.href).then(() => "copied", () => "link");
};
// Where nothing may be kept, nothing is.
const keep = (name, text) => {
  try {
    if (!embedded) sessionStorage.setItem(name, text);
  } catch {}
};
const kept = (name) => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
/** The lesson that a new link leads to. */
let lesson;
/** What the program that serves this page lets only its own reader have. */
let local;
/** What lets the page to the real process that the program has. Not in the address for long: addresses are passed on. */
let token;
const TOKEN = "wirelab.attach";
/** What the page begins with: what a new link leads to, else what was here before a reload. */
const begin = async () => {
  const { hash } = location;
  local = /^#local=([0-9a-f]+)$/.exec(hash)?.[1];
  if (local) return;
  const given = /^#attach=([0-9a-f]+)$/.exec(hash)?.[1];
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    const isSame = given === kept(TOKEN);
    keep(TOKEN, (token = given));
    keep(SEEN, "");
    return (isSame && kept(SESSION)) || undefined;
  }
  const session = (!embedded && kept(SESSION)) || undefined;
  if (!embedded && hash === (kept(SEEN) ?? "")) {
    token = kept(TOKEN);
    return session;
  }
  // Whoever follows a link wants to see what it leads to.
  keep(TOKEN, "");
  lesson = /^#lesson=([a-z-]+)$/.exec(hash)?.[1];
  const { isLink, world } = await import("./link.js");
  keep(SEEN, hash);
  return isLink(hash) ? world(hash) : session;
};

// A file may be chosen, or dropped anywhere; text that is dropped goes where the reader drops it.
const take = (files) => {
  if (!files?.length) return false;
  [file] = files;
  openFile(file);
  return true;
};
const openFile = async (file) => {
  try {
    // A world that was saved begins like this. The first line of a recording of ours does so only at first sight.
    const isWorld = /^\{"wirelab":\d+,"offer":/.test(await file.slice(0, 32).text());
    if (isWorld) return void ((await grown("play")) && globalThis.wirelab.open_script(await file.text()));
  } catch {
    // It cannot be read: the place for recordings tells why.
  }
  if (await grown("recording")) globalThis.wirelab.offer(file.name, file.size);
};
const takeFiles = (root) => {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => holdsFiles(event) && (event.preventDefault(), take(event.dataTransfer.files)));
  document.addEventListener("paste", (event) => take(event.clipboardData?.files) && event.preventDefault());
  root.addEventListener("change", ({ target }) => {
    // The same file can be chosen again.
    if (target.type === "file" && take(target.files)) target.value = "";
  });
};

/** The way out of a frame: the whole page, with the world that is to be seen in it when the reader comes near the link. */
const takeAlong = async ({ target }) => {
  const out = target.closest?.(".whole-page");
  if (!out) return;
  const text = globalThis.wirelab.script();
  out.href = `./${text ? ((await (await import("./link.js")).link(text)) ?? location.hash) : ""}`;
};

// On paper there is no scrolling: what is only made when it is scrolled to is made before.
const printing = (on) => () => {
  document.documentElement.toggleAttribute("data-printing", on);
  root.querySelectorAll(".rows-area, .lines-area").forEach((area) => area.dispatchEvent(new Event("scroll")));
};

// Without a network the page is what a worker has kept of it: all files of one build. Another build has another worker,
// which waits until no page of the old one is open. It takes over before this page begins if it is the only one; on the
// reader's own machine, where whoever has built wants to see it, in any case.
const workers = location.protocol.startsWith("http") && !embedded ? navigator.serviceWorker : undefined;
const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const renew = async () => {
  // A waiting worker may take over by itself as well, when the last page that had the old one has just gone.
  const again = () => location.reload();
  workers?.addEventListener("controllerchange", again);
  await askForNext().finally(() => workers?.removeEventListener("controllerchange", again));
};
/** Waits until all that belongs to the document has come; nothing tells when the icon has. */
const quiet = async () => {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await new Promise((done) => setTimeout(done, 700));
};
const askForNext = async () => {
  const registration = await workers?.getRegistration();
  if (!registration?.active) return;
  if (isHere) await registration.update();
  const coming = isHere && registration.installing;
  if (coming) await new Promise((done) => coming.addEventListener("statechange", done, { once: true }));
  const next = registration.waiting;
  if (!next) return;
  // The old worker has to have nothing to do. If it is asked for the page's icon at that very moment, Chromium neither
  // lets it go nor lets it answer, and this page can never be loaded again.
  await quiet();
  const { port1, port2 } = new MessageChannel();
  await new Promise((stay) => {
    port1.addEventListener("message", stay);
    port1.start();
    next.postMessage(isHere ? "now" : "if alone", [port2]);
    // Whatever has become of it, the page begins.
    setTimeout(stay, 4000);
  });
};
const keepForLater = async () => {
  // The port of a real process is another one each time: nobody comes back to what would be kept.
  if (token) return;
  await workers?.register("sw.js");
  if (!navigator.connection?.saveData) (await workers?.ready)?.active.postMessage("rest");
};

// A classic script: a page opened as a file may not load modules, but this way it can at least say so.
(async () => {
  try {
    await renew().catch(() => {});
    // Whoever comes with a world is given the large module at once: the small one cannot read worlds.
    const text = await begin();
    // Known before the page begins, which keeps nothing then.
    if (embedded) document.documentElement.dataset.embed = "";
    let lost;
    const wirelab = await (text === undefined && !lesson && !local && !token ? small() : grow().catch((error) => ((lost = String(error)), small())));
    // The handle lives as long as the page: letting it go would unmount the playground.
    globalThis.wirelab = wirelab.mount(root, ask, judge, share, grown, copy);
    if (embedded) {
      for (const near of ["pointerover", "focusin", "keyup"]) root.addEventListener(near, takeAlong);
    } else takeFiles(root);
    if (lost) globalThis.wirelab.stayed(lost);
    else {
      if (text !== undefined) globalThis.wirelab.open_script(text);
      if (token) import("./attach.js").then((way) => way.attach(token, () => globalThis.wirelab)).catch((error) => globalThis.wirelab.stayed(String(error)));
      if (lesson) globalThis.wirelab.wish(`lesson ${lesson}`);
      if (local) import("./local.js").then((given) => given.recording(local)).then((given) => take([given])).catch((error) => globalThis.wirelab.stayed(String(error)));
    }
    addEventListener("pagehide", () => keep(SESSION, globalThis.wirelab.script() ?? ""));
    addEventListener("hashchange", () => location.reload());
    addEventListener("beforeprint", printing(true));
    addEventListener("afterprint", printing(false));
    (globalThis.requestIdleCallback ?? setTimeout)(() => keepForLater().catch(() => {}));
  } catch (error) {
    const file = location.protocol === "file:";
    const say = (lang, text) => Object.assign(root.appendChild(document.createElement("p")), { lang, textContent: text });
    root.setAttribute("role", "alert");
    say("en", file ? "Serve this page instead of opening it as a file: cargo xtask play" : "The playground cannot start.");
    say("zh", file ? "请通过本地服务器访问本页面，不要直接打开文件：cargo xtask play" : "演练场无法启动。");
    if (!file) say("en", String(error));
  }
})();
