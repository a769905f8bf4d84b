// The page for everyone: judged by axe-core in its main states, on phones, enlarged, at rest and on paper.
import { SNIPPET, check, go, open, opened, paste, press, same, settle, shot, test, visit } from "./harness.mjs";
import { cramped, judge } from "./judged.mjs";

/** The main states of the page, each with what leads to it. */
const STATES = {
  start: async () => {},
  handshake: settle,
  errors: async (page) => {
    await settle(page);
    for (const kind of ["fail", "unknown-tool", "unknown-method"]) {
      await page.locator(`[data-msg=provoke][data-arg=${kind}]`).first().click();
      await settle(page);
    }
  },
  branch: async (page) => {
    await settle(page);
    await press(page, "b", 2);
    await press(page, "p");
  },
  files: async (page) => {
    await settle(page);
    await page.locator("[data-msg=open]").first().click();
    await page.locator(".editor textarea").waitFor();
  },
  compose: async (page) => {
    await settle(page);
    await press(page, "e");
    await page.locator(".compose textarea").waitFor();
    await page.locator(".compose textarea").fill('{"jsonrpc": "2.0", "id": 1, "method": }');
  },
  compare: async (page) => {
    await settle(page);
    await page.locator('[data-msg=compare], [data-msg=wish][data-arg="inspect compare"]').first().click();
    await page.locator(".comparing").waitFor();
  },
  servers: async (page) => {
    await page.locator('[data-msg=wish][data-arg="peers"]').click();
    await page.locator(".cards .card").first().waitFor();
  },
  eras: async (page) => {
    await page.locator('[data-msg=wish][data-arg="peers"]').click();
    await page.locator(".cards .card").first().waitFor();
    await page.locator("[data-msg=eras]").click();
    await page.locator(".eras td").first().waitFor();
  },
  found: async (page) => {
    await settle(page);
    await press(page, "e");
    await page.locator("[data-msg=compose-as][data-arg=server]").click();
    await page.locator(".compose textarea").fill("Server listening on stdio");
    await page.locator(".compose [type=submit]").click();
    await page.locator('[data-arg="next found"]').click();
    await page.locator(".verdict").first().waitFor();
  },
  forms: async (page) => {
    await settle(page);
    await page.locator('[data-msg=wish][data-arg="fill prompts"]').click();
    await page.getByRole("button", { name: "prompts/list" }).click();
    await settle(page);
    await page.locator(".filling").first().waitFor();
  },
  broken: async (page) => {
    await settle(page);
    await press(page, "x");
    await page.locator(".breaking").waitFor();
    for (const fault of ["id-type", "glue"]) await page.locator(`[data-msg=break-turn][data-arg=${fault}]`).click();
    await page.locator("[data-msg=keep-server]").click();
    await press(page, "p");
    await settle(page);
    await press(page, "3");
    await press(page, "p");
    await settle(page);
    await page.locator(".waits").waitFor();
    await page.locator("[data-msg=break-often][data-arg=method]").click();
    await page.locator("[data-msg=break-turn][data-arg=drop]").click();
  },
  story: async (page) => {
    await settle(page);
    await page.locator("[data-msg=wish][data-arg^=story]").first().click();
    await page.locator(".stories > *").first().waitFor();
    await settle(page);
  },
  help: async (page) => {
    await press(page, "?");
    await page.locator(".help").waitFor();
  },
  learn: (page) => go(page, "learn"),
  lesson: async (page) => {
    await go(page, "learn");
    await page.locator("[data-msg=lesson][data-arg=half-frames]").click();
    await page.locator("section.lesson").waitFor();
    await page.locator("[data-msg=lesson-hint]").click();
  },
  hunt: async (page) => {
    await go(page, "learn");
    await page.locator("[data-msg=lesson][data-arg=hunt-prefix]").click();
    await page.locator("[data-msg=frame][data-arg='6']").click();
    await page.locator("[data-msg=lesson-guess]").click();
    await page.locator(".learned").waitFor();
  },
  bring: (page) => go(page, "recording"),
  recording: async (page) => {
    await go(page, "recording");
    await paste(page, SNIPPET);
    await page.locator(".verdict").first().waitFor();
  },
  picture: async (page) => {
    await go(page, "recording");
    await page.locator("[data-msg=example]").first().click();
    await opened(page);
    await page.locator("[data-msg=draw][data-arg=picture]").click();
    await page.locator(".lines-area .row").first().waitFor();
  },
  failed: async (page) => {
    await page.route("**/judge.js", (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: "throw 1" }));
    await go(page, "recording");
    await page.locator("[data-msg=example]").first().click();
    await page.locator(".bring-failed").waitFor();
  },
  rules: async (page) => {
    await go(page, "rules");
    await page.locator("[data-msg=rule]").first().click();
    await page.locator(".rule").waitFor();
  },
};

/** Both themes on both sizes of a screen are judged in either language. Pictures are kept of half of them, for every other
 * state of the other half, and of the size in between. */
const looks = (at, lang) => {
  const [first, second] = (at % 2 === 0) === (lang === "en") ? ["light", "dark"] : ["dark", "light"];
  const look = (width, theme, is) => ({ width, theme, ...is });
  return [
    look(1440, second, { judged: true }),
    look(1440, first, { judged: true, kept: true }),
    look(1024, first, { kept: true }),
    look(390, second, { judged: true, kept: true, touched: true }),
    look(390, first, { judged: true }),
  ];
};

for (const [at, [state, lead]] of Object.entries(STATES).entries()) {
  test(`axe-core has nothing to say, nothing sticks out and everything can be touched: ${state}`, async () => {
    const looked = ["en", "zh"].map((lang) => look(state, lead, lang, looks(at, lang)));
    const faults = (await Promise.all(looked)).flat();
    check(!faults.length, `\n${faults.join("\n")}`);
  });
}

async function look(state, lead, lang, looks) {
  const page = await visit({ lang, serviceWorkers: "block" });
  page.seen.offline = state === "failed";
  await lead(page);
  const faults = [];
  for (const { width, theme, judged, kept, touched } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    const name = `${state}-${width}-${theme}-${lang}`;
    if (kept) await shot(page, name);
    if (judged) faults.push(...(await judge(page)).map((fault) => `${name}: ${fault}`));
    if (touched) {
      await page.setViewportSize({ width: 360, height: 740 });
      faults.push(...(await cramped(page)).map((fault) => `${name}, 360 px: ${fault}`));
    }
  }
  return faults;
}

test("twice as large, whatever has the focus is in sight", async () => {
  const page = await visit({ width: 720, height: 450, deviceScaleFactor: 2 });
  await settle(page);
  await page.locator("[data-msg=provoke]").first().click();
  await settle(page);
  await shot(page, "zoomed");
  same(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "the width that sticks out");
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("body").click({ position: { x: 1, y: 1 } });
  const hidden = [];
  let first;
  let tabs = 0;
  for (; tabs < 120; tabs += 1) {
    await press(page, "Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const box = element.getBoundingClientRect();
      // The middle of what is to be seen of it.
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const name = `${element.localName}.${element.className} [${element.dataset.msg ?? ""} ${element.dataset.arg ?? ""}] ${element.textContent.slice(0, 20)}`;
      const sees = right > left && bottom > top && over && (element.contains(over) || over.contains(element) || over.closest("label")?.contains(element));
      return { name, sees: Boolean(sees), by: over && `${over.localName}.${over.className}` };
    });
    if (!focus || focus.name === first) break;
    first ??= focus.name;
    if (!focus.sees) hidden.push(`${focus.name} under ${focus.by}`);
  }
  check(tabs > 30, `the Tab key comes to ${tabs} places only`);
  check(!hidden.length, `what has the focus and cannot be seen:\n${hidden.join("\n")}`);
});

test("whoever wants no motion sees none", async () => {
  for (const [reducedMotion, moves] of [["no-preference", "leave"], ["reduce", "none"]]) {
    const page = await visit({ reducedMotion });
    await press(page, "n");
    const name = await page.locator(".flying .chip").evaluate((chip) => getComputedStyle(chip).animationName);
    same(name, moves, `how a frame leaves for whoever asks for ${reducedMotion}`);
  }
});

test("on paper are the wire and the inspector in full, black on white", async () => {
  const page = await visit({ theme: "dark" });
  await settle(page);
  for (let times = 0; times < 20; times += 1) {
    await press(page, "p");
    await settle(page);
  }
  const all = (await page.locator("[data-msg=seek]").getAttribute("max")) && (await page.locator(".space").count());
  check(all, "a wire that is longer than the screen");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  // A4.
  await page.setViewportSize({ width: 794, height: 1123 });
  await shot(page, "paper", true);
  const paper = await page.evaluate(() => {
    const is = (selector) => getComputedStyle(document.querySelector(selector));
    const clipped = [...document.querySelectorAll(".rows-area, .scroll, .stage")].filter((area) => area.scrollHeight > area.clientHeight + 1 && getComputedStyle(area).overflowY !== "visible");
    return {
      time: is(".time").display,
      header: is(".controls").display,
      paper: is("body").backgroundColor,
      ink: is("body").color,
      clipped: clipped.map((area) => area.className).join(),
      rows: document.querySelectorAll(".row").length,
      overlaps: [...document.querySelectorAll(".row")].at(-1).getBoundingClientRect().bottom - document.querySelector(".inspector").getBoundingClientRect().top > 1,
    };
  });
  same(paper.time, "none", "the bar of time");
  same(paper.header, "none", "the controls");
  same(paper.paper, "rgb(255, 255, 255)", "the paper");
  same(paper.ink, "rgb(0, 0, 0)", "the ink");
  same(paper.clipped, "", "what is cut off");
  same(paper.rows, 45, "the rows on the paper");
  same(paper.overlaps, false, "whether the wire runs into the inspector");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
});
