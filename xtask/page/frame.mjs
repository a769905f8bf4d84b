// The page in a frame of somebody else's page, and without a network.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SNIPPET, bring, check, elsewhere, folder, go, open, paste, press, rows, same, settle, shot, started, test, visit } from "./harness.mjs";

test("in a frame is the playground alone, with the world of the link and a way to the whole page", async () => {
  const page = await visit({ lang: "en" });
  await settle(page);
  await press(page, "p");
  await press(page, "s");
  await page.waitForFunction(() => location.hash.startsWith("#play="));
  const hash = new URL(page.url()).hash;
  const shown = await rows(page);

  const frame = await visit({ lang: "en", width: 760, height: 600, where: `?embed&lang=zh&theme=dark${hash}` });
  await frame.locator(".row").first().waitFor();
  await shot(frame, "embedded");
  same(await frame.evaluate(() => document.documentElement.lang), "zh-Hans", "the language that was asked for");
  same(await frame.evaluate(() => document.documentElement.dataset.theme), "dark", "the theme that was asked for");
  same(await frame.locator(".places, .controls, .tagline").filter({ visible: true }).count(), 0, "parts of the header");
  same((await rows(frame)).length, shown.length, "frames in the frame");
  // What was asked for is nobody's setting, and what happened here is nobody else's session.
  same(await frame.evaluate(() => localStorage.length + sessionStorage.length), 0, "things that were kept");
  await settle(frame);
  await frame.locator(".whole-page").hover();
  await frame.waitForFunction(() => document.querySelector(".whole-page").hash.startsWith("#play="));
  const [whole] = await Promise.all([frame.context().waitForEvent("page"), frame.locator(".whole-page").click()]);
  await started(whole);
  await whole.locator(".row").first().waitFor();
  await settle(page);
  same((await rows(whole)).join("\n"), (await rows(page)).join("\n"), "the frames on the whole page");
  check(!whole.url().includes("embed"), whole.url());
  await whole.locator(".places").waitFor();
});

/** Waits until a worker keeps these files. */
async function kept(page, ...files) {
  for (let times = 0; times < 600; times += 1) {
    if (await page.evaluate(keeps, files)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`not all of ${files} are kept`);
}

const keeps = async (files) => {
  const worker = (await navigator.serviceWorker.ready).active;
  // Before it has this page, it may not have one that is opened now either: it passes over those that are still coming.
  if (navigator.serviceWorker.controller?.state !== "activated") return false;
  const names = (await caches.keys()).filter((name) => name.includes(worker.scriptURL.replace("sw.js", "")));
  const cache = names.length === 1 && (await caches.open(names[0]));
  return cache && (await Promise.all(files.map((file) => cache.match(file)))).every(Boolean);
};

const FIRST = ["./", "boot.js", "wirelab.js", "wirelab_bg.wasm", "style.css", "link.js"];
const REST = ["rulebook.js", "reader.css", "rulebook_bg.wasm", "judge.js", "asking.js"];

async function offline(page, is = true) {
  page.seen.offline = is;
  await page.context().setOffline(is);
}

test("without a network the page goes on: the playground, a recording, and a link", async () => {
  const page = await visit();
  await kept(page, ...FIRST, ...REST);
  await offline(page);
  await open(page, "?again");
  await settle(page);
  check((await rows(page)).length > 3, "no handshake without a network");
  await go(page, "recording");
  await paste(page, SNIPPET);
  same((await page.locator(".one code").allInnerTexts()).join(), "FR-03", "what is found without a network");
  await shot(page, "offline");
});

const saveData = () => Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });

test("whoever saves data gets the rest only when it is used, and then keeps it", async () => {
  const page = await visit({ begun: false });
  await page.addInitScript(saveData);
  await open(page);
  await kept(page, ...FIRST);
  await offline(page);
  await page.locator("[data-msg=go][data-arg=recording]").click();
  await page.locator(".due.notice").waitFor();
  await offline(page, false);
  await go(page, "recording");
  await page.locator("[data-msg=example]").first().click();
  await page.locator(".recording-head").waitFor();
  await kept(page, ...FIRST, ...REST);
  await offline(page);
  await page.reload();
  await started(page);
  await go(page, "recording");
  await bring(page, "report.log", SNIPPET);
});

test("in an article of somebody else the playground plays, and remembers nothing", async () => {
  const page = await visit({ begun: false, origins: [elsewhere.origin, elsewhere.near] });
  await page.goto(elsewhere.article("?embed&theme=light"));
  const frame = page.frameLocator("iframe");
  await frame.locator(".welcome button").click();
  await frame.locator(".row").first().waitFor();
  for (let steps = 0; !(await frame.locator(".bar .step").isDisabled()); steps += 1) {
    check(steps < 100, "a hundred steps lead to no end");
    await frame.locator(".bar .step").click();
  }
  check((await frame.locator(".row").count()) > 3, "no handshake in a frame");
  await shot(page, "article");
  same(page.url(), elsewhere.article("?embed&theme=light"), "the address of the article");
  // The browser gives a frame of another site no storage, or one of its own.
  const kept = page.frames().at(-1).evaluate(() => {
    try {
      return localStorage.length + sessionStorage.length;
    } catch {
      return 0;
    }
  });
  same(await kept, 0, "things that were kept");
  await frame.locator(".whole-page").hover();
  const [whole] = await Promise.all([page.context().waitForEvent("page"), frame.locator(".whole-page").click()]);
  await started(whole);
  await whole.locator(".row").first().waitFor();
});

/** Puts another build into the folder while `run` runs: three files differ, and the worker knows it. */
async function withNextBuild(run) {
  const names = ["boot.js", "rulebook.js", "sw.js"];
  const before = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const [boot, rulebook, worker] = before.map(String);
  const changed = [`${boot}\ndocument.documentElement.dataset.build = "next";\n`, `${rulebook}\n// next\n`];
  const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const named = worker.replace(hash(boot), hash(changed[0])).replace(hash(rulebook), hash(changed[1]));
  check(named !== worker, "the worker does not know the files");
  try {
    await writeFile(join(folder, "boot.js"), changed[0]);
    await writeFile(join(folder, "rulebook.js"), changed[1]);
    await run(() => writeFile(join(folder, "sw.js"), named.replace('name: "', 'name: "next')));
  } finally {
    await Promise.all(names.map((name, at) => writeFile(join(folder, name), before[at])));
  }
}

test("another build is taken whole, and never mixed with the one before", async () => {
  const page = await visit({ begun: false });
  await page.addInitScript(saveData);
  await open(page);
  await kept(page, ...FIRST);
  await withNextBuild(async (publish) => {
    // The old page asks for a module of the new build: it is told that there is none.
    await page.locator("[data-msg=go][data-arg=recording]").click();
    await page.locator(".due.notice").waitFor();
    page.seen.faults.length = 0;
    await publish();
    await page.reload();
    await page.locator("html[data-build=next]").waitFor({ state: "attached" });
    await started(page);
    await kept(page, ...FIRST);
    await go(page, "recording");
  });
});

test("on somebody else's host a new build waits until the page is the only one", async () => {
  const page = await visit({ begun: false, origins: [elsewhere.origin] });
  await page.addInitScript(saveData);
  await page.goto(elsewhere.page);
  await started(page);
  await kept(page, ...FIRST);
  const other = await page.context().newPage();
  await other.goto(elsewhere.page);
  await started(other);
  const build = (of) => of.evaluate(() => document.documentElement.dataset.build ?? "first");
  await withNextBuild(async (publish) => {
    await publish();
    // The new worker is found, and waits.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()).waiting);
    await page.reload();
    await started(page);
    same(await build(page), "first", "the build, while another page has the old one");
    await settle(page);
    await other.close();
    // The browser takes a moment to forget a page that was closed.
    for (let times = 0; (await build(page)) !== "next"; times += 1) {
      check(times < 20, "the new build does not come");
      await page.waitForTimeout(250);
      await page.reload();
      await started(page);
    }
    await kept(page, ...FIRST);
  });
});
