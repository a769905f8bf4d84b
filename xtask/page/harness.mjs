// What the tests of the whole page have in common. `cargo xtask test` starts them and says by the environment where
// everything is: the page's address and folder, the browser, the packages, and where screenshots go.
import { createRequire } from "node:module";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NAME, host } from "./host.mjs";

const { WIRELAB_URL, WIRELAB_PAGE, WIRELAB_MODULES, WIRELAB_CHROME, WIRELAB_SHOTS } = process.env;
export const modules = createRequire(`${WIRELAB_MODULES}/`);
const { chromium } = modules("playwright-core");

export const address = WIRELAB_URL;
/** The folder that is served: a copy, which a test may change. */
export const folder = WIRELAB_PAGE;

const tests = [];
export const test = (name, run) => tests.push({ name, run });

export function check(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
export function same(found, expected, what) {
  check(Object.is(found, expected), `${what}: ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`);
}
export function has(text, part, what) {
  check(String(text).includes(part), `${what} does not have ${JSON.stringify(part)}: ${JSON.stringify(text).slice(0, 2000)}`);
}

let browser;
let visits = [];
/** A host of somebody else, with the same files. */
export let elsewhere;

/** Opens the page as somebody who was never here, and watches what it does. */
export async function visit({ lang = "en", theme = "light", width = 1440, height = 900, where = "", begun = true, origins = [], ...rest } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: lang === "zh" ? "zh-CN" : lang,
    // A journey to what is to be seen would still be under way when a test looks.
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...rest,
  });
  const seen = { context, faults: [], offline: false };
  visits.push(seen);
  const own = [new URL(address).origin, ...origins];
  // On the context, so that what workers load is seen as well.
  context.on("request", (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (!own.includes(to) && protocol !== "data:" && protocol !== "blob:") seen.faults.push(`asks ${request.url()}`);
  });
  context.on("console", (message) => {
    const isRefusedLoad = seen.offline && /^Failed to load resource|^WebSocket connection to /.test(message.text());
    // The driver's own word, where a test wants no worker.
    const isDrivers = message.text() === "Service Worker registration blocked by Playwright";
    if (!isRefusedLoad && !isDrivers) seen.faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => seen.faults.push(`error: ${error.error()}`));
  context.on("dialog", (dialog) => {
    seen.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.seen = seen;
  if (begun) await open(page, where);
  return page;
}

/** Goes to the page, and waits until it is there. */
export async function open(page, where = "") {
  await page.goto(address + where);
  await started(page);
}

export const started = (page) => page.locator("[data-ref=places] button, .whole-page").first().waitFor({ state: "attached" });

/** Presses a key as often as said. */
export async function press(page, key, times = 1) {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}

/** Steps until the page waits for its reader. */
export async function settle(page) {
  for (let steps = 0; steps < 100; steps += 1) {
    if (await page.locator(".bar .step").isDisabled()) return;
    await press(page, "n");
  }
  throw new Error("a hundred steps lead to no end");
}

/** What every frame on the wire is called, without what the judge says of it, who may not have spoken yet. */
export const rows = async (page) => {
  const all = await page.locator(".row > button > .unseen").allTextContents();
  return all.map((text) => text.replace(/ (The judge names|违反) .*$/, ""));
};

/** The bytes of every frame, as the inspector shows them. */
export async function bytes(page) {
  const all = [];
  const count = await page.locator(".row > button").count();
  for (let at = 0; at < count; at += 1) {
    await page.locator(".row > button").nth(at).click();
    all.push(await page.locator("[data-ref=bytes-pane]").innerText());
  }
  return all;
}

export async function go(page, place) {
  await page.locator(`.places [data-msg=go][data-arg=${place}]`).click();
  try {
    await page.locator(`.places [data-msg=go][data-arg=${place}][aria-current=page]`).waitFor();
  } catch (error) {
    error.message += `\n  and: ${await page.evaluate(waiting)}`;
    throw error;
  }
}

/** What a page that goes nowhere has loaded, and who answers it. */
const waiting = async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  const loaded = performance.getEntriesByType("resource").map(({ name, responseEnd }) => `${name.split("/").pop()} ${Math.round(responseEnd)}`);
  const workers = ["active", "waiting", "installing"].map((which) => `${which}: ${registration?.[which]?.state}`);
  return [...loaded, ...workers, `controller: ${navigator.serviceWorker?.controller?.state}`].join(", ");
};

/** Pastes a text as a recording, and waits until it is read. */
export async function paste(page, text) {
  // Not typed: what is long would take as long.
  await page.locator("textarea[data-msg=draft]").evaluate((field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await page.locator("form[data-msg=open-draft] [type=submit]").click();
  await opened(page);
}

/** Opens a file as a recording. */
export async function bring(page, name, content) {
  // A real file: what the driver hands over by itself keeps the page busy, which is measured.
  const place = await mkdtemp(join(tmpdir(), "wirelab-page-"));
  try {
    await writeFile(join(place, name), content);
    await page.locator("input[type=file]").setInputFiles(join(place, name));
    await opened(page);
  } finally {
    await rm(place, { recursive: true });
  }
}

export const opened = (page) => page.locator(".recording-head").waitFor();

/** The wire of a pasted bug report: a print among the frames, for which the rule is FR-03. */
export const SNIPPET = [
  '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}',
  "Server <ready> & listening",
  '{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}',
  "",
].join("\n");

export async function shot(page, name, fullPage = false) {
  // What has just been scrolled to is painted a little later.
  await page.waitForTimeout(120);
  await page.screenshot({ path: join(WIRELAB_SHOTS, `${name}.png`), animations: "disabled", fullPage });
}

/** What a test has measured, for its reader; it decides nothing. */
export const say = (text) => console.log(`  measured: ${text}`);

/** Runs every test of this lane and prints what cargo's tests print. */
export async function run() {
  await mkdir(WIRELAB_SHOTS, { recursive: true });
  elsewhere = await host(folder);
  browser = await chromium.launch({
    executablePath: WIRELAB_CHROME,
    // As the other browser tests do it: without a sandbox, which root and containers do not have.
    args: [
      `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
      // A real host has a certificate.
      `--unsafely-treat-insecure-origin-as-secure=${elsewhere.origin}`,
      "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    ],
  });
  const wanted = process.argv[2] ?? "";
  const [lane, lanes] = (process.env.WIRELAB_LANE ?? "0/1").split("/").map(Number);
  const chosen = tests.filter(({ name }, at) => name.includes(wanted) && at % lanes === lane);
  const failures = [];
  for (const { name, run } of chosen) {
    const started = performance.now();
    const fault = await attempt(name, run);
    console.log(`test ${name} ... ${fault === undefined ? "ok" : "FAILED"}`);
    console.log(`  took ${((performance.now() - started) / 1000).toFixed(1)} s`);
    if (fault !== undefined) failures.push(`---- ${name}\n${fault}`);
  }
  await browser.close();
  elsewhere.close();
  for (const failure of failures) console.log(failure);
  const result = failures.length ? "FAILED" : "ok";
  console.log(`test result: ${result}. ${chosen.length - failures.length} passed; ${failures.length} failed; 0 ignored; 0 measured; 0 filtered out; finished`);
  process.exitCode = failures.length || !chosen.length ? 1 : 0;
}

async function attempt(name, run) {
  visits = [];
  try {
    await run();
    for (const { faults } of visits) same(faults.join("\n"), "", "what a page did that it must not");
    return undefined;
  } catch (error) {
    for (const [at, { context, faults }] of visits.entries()) {
      const [page] = context.pages();
      await page?.screenshot({ path: join(WIRELAB_SHOTS, `failed-${at}-${name.replaceAll(/\W+/g, "-").slice(0, 60)}.png`) }).catch(() => {});
      if (faults.length) error.message += `\n  and: ${faults.join("\n  and: ")}`;
    }
    return error.stack;
  } finally {
    for (const { context } of visits) await context.close();
  }
}
