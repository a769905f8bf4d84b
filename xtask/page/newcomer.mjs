// The way of somebody who has never been here: step, break, be told why, go back, go another way, share; then bring a
// recording and take it along in other forms.
import { readFile } from "node:fs/promises";
import { SNIPPET, bring, bytes, check, go, has, paste, press, rows, same, settle, shot, test, visit } from "./harness.mjs";

const LANGUAGES = [
  { lang: "en", found: "The server wrote something that is no message" },
  { lang: "zh", found: "服务器" },
];

for (const { lang, found } of LANGUAGES) {
  test(`a newcomer breaks the wire, is told why, goes back and shares it (${lang})`, async () => {
    const page = await visit({ lang });
    same(await page.evaluate(() => document.documentElement.lang.slice(0, 2)), lang, "the page's language");
    await shot(page, `start-${lang}`);
    await page.locator(".welcome button").click();
    await settle(page);
    const handshake = await rows(page);
    for (const [at, method] of ["initialize", "1", "notifications/initialized", "tools/list"].entries()) {
      has(handshake[at], method, `frame ${at} of the handshake`);
    }
    await shot(page, `handshake-${lang}`);

    await page.locator("[data-msg=provoke][data-arg=unknown-tool]").first().click();
    await settle(page);
    const broken = await rows(page);
    same(broken.length, handshake.length + 2, "frames after a call of an unknown tool");
    same(await page.locator(".row.wrong .tag").innerText(), "-32602", "the code on the wire");
    has(await page.locator("[data-ref=meaning-pane]").innerText(), "-32602", "what the error means");
    has(await page.locator("[data-ref=message-pane]").innerText(), "no_such_tool", "the message of the error");
    has(await page.locator(".layers").innerText(), "no_such_tool", "what the model sees");
    await shot(page, `broken-${lang}`);

    for (let steps = 0; (await rows(page)).length > handshake.length; steps += 1) {
      check(steps < 20, "going back does not lead to before the error");
      await press(page, "b");
    }
    await press(page, "p");
    await settle(page);
    const other = await rows(page);
    has(other.at(-2), "ping", "the newest request of the other way");
    same(await page.locator(".branches li").count(), 1, "ways that were not gone");

    await press(page, "s");
    await page.waitForFunction(() => location.hash.startsWith("#play="));
    await page.locator(".due.done").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    same(link, page.url(), "what is on the clipboard");
    const shown = await bytes(page);
    check(shown.every((frame) => frame.length > 100) && new Set(shown).size === shown.length, "frames without bytes");
    await shot(page, `shared-${lang}`);

    // Somebody else, who has nothing of this.
    const guest = await visit({ lang, where: new URL(link).hash });
    await guest.locator(".row").first().waitFor();
    same((await rows(guest)).join("\n"), other.join("\n"), "the frames behind the link");
    same((await bytes(guest)).join("\n"), shown.join("\n"), "the bytes behind the link");
  });

  test(`a recording is brought as text and as a file, and taken along in three forms (${lang})`, async () => {
    const page = await visit({ lang });
    await go(page, "recording");
    await paste(page, SNIPPET);
    same((await page.locator(".one code").allInnerTexts()).join(), "FR-03", "what is found in the text");
    has(await page.locator(".one .sentence").innerText(), found, "the words for it");
    await shot(page, `recording-${lang}`);
    // Who has read it goes with it, and gives its memory back.
    const gone = page.workers().map((worker) => new Promise((done) => worker.once("close", done)));
    same(gone.length, 1, "workers that have a recording");
    await page.locator("[data-msg=close-recording]").click();
    await Promise.all(gone);
    await bring(page, "bug <report>.log", SNIPPET);
    same((await page.locator(".one code").allInnerTexts()).join(), "FR-03", "what is found in the file");
    has(await page.locator(".what h2").innerText(), "bug <report>.log", "the name of the file");

    const wire = await exported(page, "wire");
    check(wire.name.endsWith(".wire.jsonl"), wire.name);
    const lines = wire.text.trimEnd().split("\n").map((line) => JSON.parse(line));
    check(lines.length > 3, "the recording has lost its frames");
    has(wire.text, "Server <ready> & listening", "the recording");
    const markdown = await exported(page, "markdown");
    check(markdown.name.endsWith(".md"), markdown.name);
    has(markdown.text, "FR-03", "the report");
    const html = await exported(page, "html");
    check(html.name.endsWith(".html"), html.name);
    has(html.text, "FR-03", "the page of the report");
    has(html.text, "Server &lt;ready&gt; &amp; listening", "the page of the report");
    await isSelfContained(page, html.text);

    // What was taken along can be brought again, and says the same.
    await page.locator("[data-msg=close-recording]").click();
    await bring(page, wire.name, wire.text);
    same((await page.locator(".one code").allInnerTexts()).join(), "FR-03", "what is found in what was exported");
  });
}

async function exported(page, target) {
  const coming = page.waitForEvent("download");
  await page.locator(`[data-msg=export][data-arg=${target}]`).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Opened by itself, a report asks for nothing and runs nothing that came from the wire. */
async function isSelfContained(page, text) {
  const alone = await page.context().newPage();
  const asked = [];
  alone.on("request", (request) => asked.push(request.url()));
  await alone.setContent(text, { waitUntil: "load" });
  same(await alone.locator("body").innerText().then((body) => body.includes("Server <ready> & listening")), true, "the text of the wire in the report");
  same(asked.filter((url) => !url.startsWith("about:") && !url.startsWith("data:")).join("\n"), "", "what the report loads");
  await shot(alone, "report");
  await alone.close();
}

test("whoever goes elsewhere and thinks better of it stays, while the rest of the page is on its way", async () => {
  const page = await visit({ serviceWorkers: "block" });
  await settle(page);
  const before = await rows(page);
  let arrive;
  const gate = new Promise((done) => (arrive = done));
  await page.route("**/rulebook_bg.wasm", async (route) => {
    await gate;
    await route.continue();
  });
  const place = (name) => page.locator(`.places [data-msg=go][data-arg=${name}]`);
  await place("recording").click();
  await place("play").click();
  arrive();
  // Only the other module takes files.
  await page.waitForFunction(() => globalThis.wirelab.offer);
  same(await place("play").getAttribute("aria-current"), "page", "the place that is shown");
  same((await rows(page)).join("\n"), before.join("\n"), "the frames");
  await go(page, "recording");
});
