// Frames that were made to become something else on the page than text.
import { bring, check, go, has, paste, say, same, settle, shot, started, test, visit, press } from "./harness.mjs";

const MARKUP = '"><img src=x onerror="alert(1)"><script>alert(2)</script></textarea></title><svg onload=alert(3)><iframe src="javascript:alert(4)"></iframe><style>*{display:none}</style>';
const BIDI = "\u202Eevil\u2066 \u2067\u2069\u061C";
const ESCAPED = '"\\ud800 alone \\udfff"';

const answer = (id, text) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${text}}],"isError":true}}`;
const LINES = [
  answer(1, JSON.stringify(MARKUP)),
  answer(2, JSON.stringify(BIDI)),
  answer(3, ESCAPED),
  answer(4, JSON.stringify("a\u0000b")),
  '{"jsonrpc":"2.0","id":5,"result":{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}}',
  `{"jsonrpc":"2.0","id":${JSON.stringify(MARKUP)},"method":${JSON.stringify(MARKUP)},"params":{${JSON.stringify(MARKUP)}:1}}`,
  MARKUP,
];

/** Counts what only a frame could have brought, and looks for what it may have done. */
async function isOnlyText(page, where) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll("img, iframe, object, embed, body script:not([src]), style, [onerror], [onload], svg[onload]").length,
    polluted: String({}.polluted),
    title: document.title,
  }));
  same(found.elements, 0, `elements that a frame has made (${where})`);
  same(found.polluted, "undefined", `what every object has inherited (${where})`);
  check(found.title.startsWith("Wirelab"), `the title has become ${found.title}`);
}

/** Chooses a row, and waits until the worker has told what is in it. */
async function choose(page, row) {
  if ((await row.getAttribute("aria-current")) === "true") return;
  const title = page.locator("[data-ref=bytes-title]");
  const before = await title.textContent();
  await row.click();
  // Between one and the next it is empty.
  await page.waitForFunction(([before]) => !["", before].includes(document.querySelector("[data-ref=bytes-title]").textContent), [before]);
}

/** Begins to measure how long the page was deaf; what is returned tells. */
async function deafness(page) {
  await page.evaluate(() => {
    globalThis.deaf = [];
    new PerformanceObserver((list) => globalThis.deaf.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
  });
  return async (what) => {
    const deaf = await page.evaluate(() => globalThis.deaf);
    say(`${what}: ${deaf.length} long tasks, ${deaf.reduce((sum, one) => sum + one, 0)} ms in all, the longest ${Math.max(0, ...deaf)} ms`);
  };
}

test("hostile frames in a recording are shown as text", async () => {
  const page = await visit();
  await go(page, "recording");
  await paste(page, LINES.join("\n"));
  await isOnlyText(page, "the list");
  const entries = page.locator("[data-msg=row]");
  const count = await entries.count();
  check(count >= LINES.length, `only ${count} rows of ${LINES.length} frames`);
  let all = "";
  for (let at = 0; at < count; at += 1) {
    await choose(page, entries.nth(at));
    await isOnlyText(page, `row ${at}`);
    all += await page.locator("[data-ref=inspector]").innerText();
  }
  for (const part of ["<script>alert(2)</script>", "</textarea>", "__proto__"]) has(all, part, "what the inspector shows");
  await shot(page, "hostile-recording");
  // As bytes of a file they may be worse than any string.
  await page.locator("[data-msg=close-recording]").click();
  const raw = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
    Buffer.from([0xed, 0xa0, 0x80, 0x00, 0xff]),
    Buffer.from(`"}\n${LINES.join("\n")}\n`),
  ]);
  await bring(page, `${MARKUP.replaceAll("/", "")}.log`, raw);
  for (let at = 0; at < (await entries.count()); at += 1) await choose(page, entries.nth(at));
  await isOnlyText(page, "the file");
});

test("a hostile argument of a tool is shown as text wherever it appears", async () => {
  const page = await visit();
  await press(page, "n");
  await settle(page);
  // What is written, and a part of it as JSON writes it.
  const texts = [[MARKUP, "</textarea>"], [BIDI, "evil"], ["a\u0000b", "a\\u0000b"], ["__proto__", "__proto__"], ["😀".repeat(10_000), "😀😀"]];
  for (const [text, part] of texts) {
    await page.locator("select[data-msg=tool]").selectOption("reverse");
    const field = page.locator("[data-msg=field]").first();
    await field.fill(text);
    await page.locator("form.tool [type=submit]").click();
    await page.locator("[data-ref=stage] h2").first().click();
    await settle(page);
    await isOnlyText(page, part);
    await page.locator(".row > button").nth(-2).click();
    await isOnlyText(page, part);
    has(await page.locator("[data-ref=message-pane]").innerText(), part, "the message");
  }
  await shot(page, "hostile-argument");
  // Over a reload and into the other module as well.
  await page.reload();
  await started(page);
  await page.locator(".row").first().waitFor();
  await isOnlyText(page, "after a reload");
});

test("ten megabytes of emoji leave the page alive", async () => {
  const page = await visit();
  await go(page, "recording");
  const measured = await deafness(page);
  const emoji = "👩🏽‍🚀".repeat(10_000_000 / Buffer.byteLength("👩🏽‍🚀"));
  await bring(page, "emoji.jsonl", `${answer(1, JSON.stringify(emoji))}\n${LINES[0]}\n`);
  await page.locator("[data-msg=row]").first().click();
  await page.locator("[data-ref=message-pane]").getByText("👩").first().waitFor();
  await isOnlyText(page, "emoji");
  await measured("10 MB of emoji in one frame");
  // Whoever asks for all of it gets all of it, later.
  await page.locator("[data-msg=help]").click();
  await page.locator(".help").waitFor();
});
