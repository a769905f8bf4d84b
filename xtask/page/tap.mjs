// The page between a real client and a real server: it watches, holds, changes and drops what they say.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { check, has, opened, press, same, shot, test, visit } from "./harness.mjs";
import { cramped, judge } from "./judged.mjs";

const own = process.env.WIRELAB_PROGRAM;
const serve = [own, "serve", "--seed", "1"];

/** The address in what a tap, or whoever has started it, prints on standard error. */
const addressed = (child) =>
  new Promise((done, fail) => {
    let said = "";
    child.stderr.on("data", (bytes) => {
      said += bytes;
      const found = /http:\S+#attach=[0-9a-f]{32}/.exec(said);
      if (found) done(new URL(found[0]));
    });
    child.on("exit", (code) => fail(new Error(`it ended with ${code}: ${said}`)));
  });

/** A client in hand: what it says, and each line that it hears. */
const client = (child) => {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (message) => child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    hear: async () => (await lines.next()).value,
    leave: () => child.stdin.end(),
    ended: new Promise((done) => child.on("exit", done)),
  };
};

const watch = async (address, how = {}) => {
  const page = await visit({ begun: false, origins: [address.origin, address.origin.replace("http", "ws")], ...how });
  await page.goto(address.href);
  await page.locator(".standing").waitFor();
  return page;
};

/** Puts a tap before a server: `use` gets a page on it, a client in hand, and the address. */
const tapped = async (server, use, how = {}) => {
  const child = spawn(own, ["play", "--tap", ...(how.words ?? []), "--", ...server], { stdio: "pipe" });
  try {
    const address = await addressed(child);
    const page = await watch(address, how.visit);
    await stands(page, "4711|process|进程");
    await use(page, client(child), address);
  } finally {
    child.kill();
  }
};

const stands = (page, text) => page.locator(".standing", { hasText: new RegExp(text) }).waitFor();
const held = (page, n) => page.locator(".bar .held", { hasText: new RegExp(`(held here: |扣在这里：)${n}$`) }).waitFor();
const clicks = (page, msg, arg) => page.locator(`.held-here [data-msg="${msg}"][data-arg="${arg}"]`).click();
const hold = async (page, on = true) => {
  await press(page, " ");
  await page.locator(`.holds[aria-pressed=${on}]`).waitFor();
};
const row = (page, text) => page.locator(".row", { hasText: text });

const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "desk", version: "1.2" } } };
const call = (id, a, b) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "add", arguments: { a, b } } });

/** Shakes hands, as a client that knows of nobody in between. */
const meet = async (desk) => {
  desk.say(initialize);
  has(await desk.hear(), '"id":0', "the answer");
  desk.say({ jsonrpc: "2.0", method: "notifications/initialized" });
};

test("between a real client and a real server: watched, held, edited, dropped, said in their names, saved", async () => {
  await tapped(serve, async (page, desk) => {
    // Without a click it stands there as it passes.
    await meet(desk);
    await row(page, "notifications/initialized").waitFor();
    await page.locator(".side.client .who", { hasText: "desk 1.2, speaks 2025-06-18" }).waitFor();
    same(await page.locator(".side [data-msg=initialize], .side [data-msg=list-tools], .side [data-msg=attach-end]").count(), 0, "buttons of a client that is not here");
    has(await page.locator(".side.client h2").innerText(), "Your client", "whose client it is");
    await shot(page, "tap-live");

    // Held: the server gets what the reader makes of it.
    await hold(page);
    desk.say(call(1, 20, 2));
    await held(page, 1);
    const asked = await page.locator(".held-here li").innerText();
    has(asked, "tools/call", "what is held");
    const number = Number(/#(\d+)/.exec(asked)[1]) - 1;
    await clicks(page, "tap-edit", number);
    const field = page.locator(".compose textarea");
    await field.fill((await field.inputValue()).replace('"a":20', '"a":40'));
    await shot(page, "tap-edit");
    await page.locator(".compose [type=submit]").click();
    await page.locator(".held-here .tag", { hasText: "edited by you" }).waitFor();
    await shot(page, "tap-held");
    await press(page, "n");
    // Its answer is held as well, and is right by what the server was asked.
    await page.locator(".held-here li.s2c").waitFor();
    await press(page, "n");
    has(await desk.hear(), "42", "what the client hears of it");
    await page.locator(`[data-key="frame-${number}"] > button`).click();
    has(await page.locator("[data-ref=bytes-pane]").innerText(), "20", "what the client wrote");
    has(await page.locator(".in-its-place").innerText(), '"a":40', "what went on");

    // Dropped: it never goes, and what comes after it does.
    desk.say({ jsonrpc: "2.0", id: 2, method: "ping" });
    await held(page, 1);
    await page.locator(".held-here [data-msg=tap-drop]").click();
    await held(page, 0);
    await page.locator(".side.client td", { hasText: "dropped by you" }).waitFor();
    // In either's name, marked as that.
    await page.locator(".side.server [data-msg=wish][data-arg='compose server']").click();
    await page.locator(".compose textarea").fill('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"by hand"}}');
    await page.locator(".compose [type=submit]").click();
    await held(page, 1);
    await page.locator("[data-msg=compose-leave]").click();
    await page.locator(".held-here [data-msg=tap-go]").click();
    has(await desk.hear(), "by hand", "what the client hears in the server's name");
    await hold(page, false);
    desk.say(call(3, 1, 2));
    const heard = await desk.hear();
    check(heard.includes('"id":3'), `the dropped one is never answered: ${heard}`);
    await row(page, "id 3").nth(1).waitFor();

    // Saved with both, and it opens again.
    await page.locator("[data-msg=wish][data-arg=judge]").click();
    await opened(page);
    const saving = page.waitForEvent("download");
    await page.locator("[data-msg=export][data-arg=wire]").click();
    const saved = await readFile(await (await saving).path(), "utf8");
    has(saved, "changed by hand, this went on", "the recording");
    has(saved, "dropped by hand", "the recording");
  });
});

test("what the server said last waits for the reader, and the client that goes takes it along", async () => {
  const last = ["sh", "-c", "read word; echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}'; exit 3"];
  await tapped(last, async (page, desk) => {
    await hold(page);
    desk.say("go");
    await held(page, 1);
    await press(page, "n");
    await stands(page, "exit code 3");
    await page.locator(".held-here", { hasText: "The server has ended" }).waitFor();
    await shot(page, "tap-ended-held");
    desk.leave();
    has(await desk.hear(), "notifications/message", "what the client still hears");
    same(await desk.ended, 3, "the status of the server is that of the tap");
    page.seen.offline = true;
    await stands(page, "The tap is gone");
    same(await page.locator(".bar .step").count(), 0, "steps");
    await shot(page, "tap-gone");
  });
});

test("bytes that are no message are let go as they are", async () => {
  await tapped(["cat"], async (page, desk) => {
    await hold(page);
    desk.say("no message, \u2028 and 9007199254740993");
    await held(page, 1);
    await press(page, "n");
    await page.locator(".held-here li.s2c").waitFor();
    await press(page, "n");
    same(await desk.hear(), "no message, \u2028 and 9007199254740993", "what comes back");
  });
});

test("where it is allowed a second page looks on, live, and can hold nothing", async () => {
  await tapped(serve, async (page, desk, address) => {
    const second = await watch(address);
    await second.locator(".role", { hasText: "this one looks on" }).waitFor();
    await meet(desk);
    await row(second, "notifications/initialized").waitFor();
    same(await second.locator(".bar .step, .holds, [data-msg=initialize]").count(), 0, "what it may not do");
    await shot(second, "tap-looks-on");
  }, { words: ["--share-read-only"] });
});

/** Clients on the official SDK, where they are set up. */
const python = process.env.WIRELAB_PEER_PY1;
if (python) {
  test("the Python SDK's client works through a page that holds, and notices nothing", async () => {
    const script = fileURLToPath(new URL("../../tests/data/peers/client_py1.py", import.meta.url));
    const place = await mkdtemp(join(tmpdir(), "wirelab-tap-"));
    // The server says nothing before the page is there.
    const late = ["sh", "-c", 'until [ -e "$0" ]; do sleep 0.1; done; exec "$@"', join(place, "go"), ...serve];
    const words = [script, JSON.stringify([["add", { a: 20, b: 2 }]]), own, "play", "--tap", "--", ...late];
    const child = spawn(python, words, { stdio: "pipe" });
    try {
      let said = "";
      child.stdout.on("data", (bytes) => (said += bytes));
      const ended = new Promise((done) => child.on("exit", done));
      const page = await watch(await addressed(child));
      page.seen.offline = true;
      await row(page, "initialize").first().waitFor();
      await hold(page);
      await writeFile(join(place, "go"), "");
      const next = () => page.locator(".bar .step:enabled").waitFor().then(() => true);
      let steps = 0;
      for (; await Promise.race([next(), ended.then(() => false)]); steps += 1) {
        check(steps < 400, "four hundred steps lead to no end");
        await press(page, "n");
      }
      same(await ended, 0, said);
      has(said, '"22"', "what the client has got");
      check(steps > 100, `each frame of it by hand, and not ${steps}`);
      await shot(page, "tap-python");
    } finally {
      child.kill();
      await rm(place, { recursive: true });
    }
  });
}

/** Each is looked at in both languages, and judged in one: half of the judging, and no look without it. */
const LOOKS = [[1440, "light", "en"], [1024, "dark", "zh"], [390, "dark", "en"], [390, "light", "zh"]];

for (const lang of ["en", "zh"]) {
  test(`axe-core has nothing to say of a page between two, whatever its state, and nothing sticks out: ${lang}`, async () => {
    const faults = [];
    const look = async (page, state) => {
      for (const [width, theme, judged] of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        const name = `tap-${state}-${width}-${theme}-${lang}`;
        await shot(page, name);
        if (judged === lang) faults.push(...(await judge(page)).map((fault) => `${name}: ${fault}`));
        if (width < 500) faults.push(...(await cramped(page)).map((fault) => `${name}: ${fault}`));
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await tapped(serve, async (page, desk, address) => {
      await look(page, "begins");
      await meet(desk);
      await row(page, "notifications/initialized").waitFor();
      await look(page, "live");
      const second = await watch(address, { lang });
      await second.locator(".role").waitFor();
      await row(second, "notifications/initialized").waitFor();
      await look(second, "onlooker");
      await second.close();
      await hold(page);
      desk.say(call(1, 20, 2));
      desk.say({ jsonrpc: "2.0", id: 2, method: "ping" });
      await held(page, 2);
      await look(page, "held");
      await page.locator(".held-here [data-msg=tap-edit]").first().click();
      await page.locator(".compose textarea").fill("{}");
      await look(page, "editing");
      await page.locator(".compose [type=submit]").click();
      await press(page, "n");
      await page.locator(".held-here [data-msg=tap-drop]").first().click();
      await look(page, "handled");
      desk.leave();
      await desk.ended;
      page.seen.offline = true;
      await page.locator(".standing.bad").waitFor();
      await look(page, "gone");
    }, { words: ["--share-read-only"], visit: { lang } });
    // Whoever is not let in, and whoever is not answered yet.
    await tapped(serve, async (page, desk, address) => {
      const second = await watch(address, { lang });
      second.seen.offline = true;
      await second.locator(".standing.bad").waitFor();
      await look(second, "refused");
      const third = await visit({ lang, begun: false, origins: [address.origin] });
      await third.routeWebSocket(/local\/server/, () => {});
      await third.goto(address.href);
      await third.locator(".standing.still").waitFor();
      await look(third, "connecting");
    }, { visit: { lang } });
    check(!faults.length, `\n${faults.join("\n")}`);
  });
}
