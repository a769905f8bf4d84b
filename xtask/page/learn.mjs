// Lessons: reached by a link, done on the live page, remembered; and scenarios.
import { check, go, has, open, rows, same, settle, shot, started, test, visit } from "./harness.mjs";

test("a lesson is reached by its link, done by what is on the wire, and remembered", async () => {
  const page = await visit({ where: "#lesson=two-error-layers" });
  const lesson = page.locator("section.lesson");
  await lesson.waitFor();
  has(await lesson.innerText(), "Two kinds of error", "the lesson");
  for (const kind of ["fail", "unknown-tool"]) {
    await page.locator(`[data-msg=provoke][data-arg=${kind}]`).first().click();
    await settle(page);
  }
  await page.locator(".learned").waitFor();
  same(await page.locator(".goal.reached").count(), 2, "goals that were reached");
  await shot(page, "lesson-done");
  const written = (await rows(page)).join("\n");

  // A reload goes on with both, the lesson and what was done in it.
  await page.reload();
  await started(page);
  await lesson.waitFor();
  await page.locator(".row").first().waitFor();
  same((await rows(page)).join("\n"), written, "the frames after a reload");
  await page.locator(".learned").waitFor();

  await page.locator("[data-msg=lesson-link]").click();
  await page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.endsWith("#lesson=two-error-layers")));
  same(await page.evaluate(() => navigator.clipboard.readText()), page.url(), "the link of the lesson");

  await go(page, "learn");
  same(await page.locator(".lesson-cards .tag.ok").count(), 1, "lessons that are marked as done");

  // Another tab has another world, and so no lesson beside it.
  const other = await page.context().newPage();
  await open(other);
  await go(other, "learn");
  same(await other.locator(".lesson-cards .tag.ok").count(), 1, "lessons that are marked as done in another tab");
  await go(other, "play");
  same(await other.locator("section.lesson").count(), 0, "lessons that are open in another tab");
});

test("a scenario is opened, gone back in, and gone on with", async () => {
  const page = await visit({ lang: "zh" });
  await go(page, "learn");
  await page.locator("[data-msg=scenario][data-arg=two-errors]").click();
  await page.locator(".row").first().waitFor();
  const all = await rows(page);
  check(all.length > 8, `${all.length} frames`);
  await page.keyboard.press("b");
  await page.keyboard.press("n");
  same((await rows(page)).join("\n"), all.join("\n"), "the frames after a step back and one on");
  await page.locator("[data-msg=ping]").click();
  await settle(page);
  same((await rows(page)).length, all.length + 2, "frames after a ping");
});
