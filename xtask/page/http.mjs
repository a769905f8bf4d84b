// The place of HTTP: exchanges stepped like frames, cut and taken up again, asked by hand, judged.
import { check, go, has, press, same, shot, started, test, visit } from "./harness.mjs";
import { cramped, judge } from "./judged.mjs";

const card = (page, number) => page.locator(`[data-key=exchange-${number}]`);
const legs = (page, number) => card(page, number).locator(".row > button > .unseen").allTextContents();
/** Steps until this many legs of an exchange are there, or for good. */
async function until(page, done, what) {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await done()) return;
    await press(page, "n");
  }
  throw new Error(`a hundred and twenty steps do not lead to ${what}`);
}
const quiet = (page) => until(page, async () => (await page.locator(".bar [data-msg=run]").isDisabled()), "rest");
const call = (page, tool) => page.locator(`[data-msg=http-call][data-arg=${tool}]`).click();
const offer = async (page, version) => {
  await page.locator("[data-msg=http-offer]").selectOption(version);
  await page.locator(".welcome").waitFor();
};

test("http: a handshake is stepped, exchange by exchange", async () => {
  const page = await visit();
  await go(page, "http");
  await page.locator("[data-msg=http-begin]").last().click();
  same(await page.locator(".talk").count(), 1, "exchanges after the first word");
  has((await legs(page, 1))[0], "initialize", "the first request");
  has((await legs(page, 1))[0], "on its way", "the first request");
  same(await card(page, 1).locator(".row.flying").count(), 1, "what is on its way");
  await press(page, "n");
  has((await legs(page, 1))[1], "200 OK", "the answer");
  await quiet(page);
  has(await card(page, 2).innerText(), "202", "the answer to the notification");
  has(await page.locator(".sessions").innerText(), "speaks 2025-11-25", "the sessions");
  const before = await page.locator(".talk").count();
  await press(page, "b");
  await press(page, "n");
  same(await page.locator(".talk").count(), before, "exchanges after back and on again");
  has(await page.locator("[data-ref=bytes-pane] .raw").innerText(), "HTTP/1.1", "the bytes of what is shown");
});

test("http: a stream that is cut goes on where it was cut", async () => {
  const page = await visit();
  await go(page, "http");
  await press(page, "n");
  await quiet(page);
  await call(page, "slow");
  const number = (await page.locator(".talk").count());
  await until(page, async () => (await legs(page, number)).some((leg) => leg.includes("progress")), "progress");
  await card(page, number).locator(`[data-msg=http-cut][data-arg="${number} server"]`).click();
  await quiet(page);
  const all = await page.locator(".row > button > .unseen").allTextContents();
  check(all.some((leg) => leg.includes("the rest of a stream")), `nobody comes back: ${all.join("\n")}`);
  check(all.some((leg) => leg.includes("result") && leg.includes("tools/call")), `no answer: ${all.join("\n")}`);
  await shot(page, "http-resumed");
});

test("http: a request by hand that breaks a rule is answered and judged", async () => {
  const page = await visit();
  await go(page, "http");
  await press(page, "n");
  await quiet(page);
  const count = await page.locator(".talk").count();
  await page.locator("[data-msg=http-draft][data-arg=unknown-session]").click();
  has(await page.locator(".at-stake").innerText(), "HT-20", "what is at stake");
  await page.locator("form.compose [type=submit]").click();
  await quiet(page);
  has((await legs(page, count + 1)).join("\n"), "404 Not Found", "the answer");
  await page.locator("[data-msg=http-headers]").fill("no header");
  same(await page.locator("form.compose [type=submit]").isDisabled(), true, "whether what is no header can be sent");
});

test("http: in 2026-07-28 there is no session, and a foreign page is refused", async () => {
  const page = await visit();
  await go(page, "http");
  await offer(page, "2026-07-28");
  await press(page, "n");
  await quiet(page);
  has((await legs(page, 1))[0], "server/discover", "the first request");
  has(await card(page, 1).locator(".heads").first().innerText(), "Mcp-Method", "its headers");
  await page.locator("[data-msg=http-draft][data-arg=foreign-origin]").click();
  await page.locator("form.compose [type=submit]").click();
  await quiet(page);
  has(await page.locator(".talk").last().innerText(), "403", "the answer");
});

test("http: what has passed is opened as a recording, with the same cards", async () => {
  const page = await visit();
  await go(page, "http");
  await press(page, "n");
  await quiet(page);
  const live = await page.locator(".talk").count();
  await page.locator("[data-msg=http-record]").click();
  await page.locator(".recording-head").waitFor();
  await page.locator("[data-msg=draw][data-arg=exchanges]").click();
  await page.locator(".talk").first().waitFor();
  same(await page.locator(".talk").count(), live, "exchanges of the recording");
  const more = card(page, 1).locator("[data-msg=heads]").first();
  await more.click();
  same(await more.getAttribute("aria-expanded"), "true", "whether all headers are shown");
  has(await card(page, 1).locator(".heads").first().innerText(), "localhost:3000", "all headers of a request");
  await shot(page, "http-recording-headers");
  await more.click();
  same(await more.getAttribute("aria-expanded"), "false", "whether all headers are shown");
});

/** Every exchange as it is told to who does not see it, and where the reader stands. */
const sight = async (page) => {
  const all = await page.locator(".talk .row > button > .unseen").allTextContents();
  // The judge may not have spoken yet.
  return [...all.map((text) => text.replace(/, (HT|BA)-\d+( \+\d+)?/, "")), await page.locator(".bar .due").innerText()].join("\n");
};

test("http: a link and a reload lead to the same exchanges, and to the same moment", async () => {
  const page = await visit();
  await press(page, "n", 4);
  await go(page, "http");
  await press(page, "n");
  await quiet(page);
  await call(page, "slow");
  const number = await page.locator(".talk").count();
  await until(page, async () => (await legs(page, number)).some((leg) => leg.includes("progress")), "progress");
  await card(page, number).locator(`[data-msg=http-cut][data-arg="${number} server"]`).click();
  await page.locator("[data-msg=http-draft][data-arg=foreign-origin]").click();
  await page.locator("form.compose [type=submit]").click();
  await press(page, "n", 3);
  await press(page, "b", 2);
  const here = await sight(page);
  await press(page, "s");
  await page.locator(".bar .due.done").waitFor();
  await shot(page, "http-shared");
  const link = new URL(page.url()).hash;
  check(link.startsWith("#play=") && link.length < 8_000, `the link is ${link.length} long`);
  // Somebody else.
  const other = await visit({ where: link });
  await other.locator(".talk").first().waitFor();
  same(await sight(other), here, "what somebody else sees");
  // The same reader, with both worlds.
  await press(page, "t");
  await page.locator("[data-msg=branch]").first().waitFor();
  const now = await sight(page);
  await page.reload();
  await started(page);
  await page.locator(".talk").first().waitFor();
  same(await sight(page), now, "what is here after a reload");
  await page.locator("[data-msg=branch]").first().click();
  has(await page.locator(".talk").last().innerText(), "403", "the way that was gone first");
  await shot(page, "http-another-way");
  await go(page, "play");
  same(await page.locator("[data-ref=wire-rows] .row").count() > 0, true, "whether the playground was kept as well");
  // What is damaged says so.
  const lost = await visit({ where: `${link.slice(0, 40)}${link.slice(60)}` });
  has(await lost.locator(".bar [role=alert]").innerText(), "damaged", "what is said of a damaged link");
});

for (const lang of ["en", "zh"]) {
  test(`http: the place is fit for all, ${lang}`, async () => {
    for (const [width, theme] of [[1440, "light"], [1024, "dark"], [390, "light"]]) {
      const page = await visit({ lang, width, height: width < 800 ? 844 : 900, theme });
      await go(page, "http");
      await shot(page, `http-empty-${lang}-${width}-${theme}`, true);
      same((await judge(page)).join("\n"), "", "what axe says of the empty place");
      await press(page, "n");
      await quiet(page);
      await call(page, "greet_user");
      await quiet(page);
      await page.locator("[data-msg=http-draft][data-arg=no-accept]").click();
      await page.locator("form.compose [type=submit]").click();
      await press(page, "n", 2);
      await shot(page, `http-${lang}-${width}-${theme}`, true);
      same((await judge(page)).join("\n"), "", `what axe says at ${width} px`);
      if (width < 800) same((await cramped(page)).join("\n"), "", "what is cramped");
    }
  });
}
