// The page on a real process: the program starts it, the page is its client.
import { readFile } from "node:fs/promises";
import { firefox, hasFirefox } from "./firefox.mjs";
import { check, go, has, opened, press, rows, same, shot, test, visit } from "./harness.mjs";
import { cramped, judge } from "./judged.mjs";
import { program } from "./program.mjs";

const own = process.env.WIRELAB_PROGRAM;

/** Attaches to a command: `use` gets a page on it, and the address. */
const attached = (command, use, how = {}) =>
  program(["play", "--attach", ...(how.words ?? []), "--", ...command], async (address) => {
    check(/^#attach=[0-9a-f]{32}$/.test(address.hash), address.hash);
    const page = await visit({ begun: false, origins: [address.origin, address.origin.replace("http", "ws")], ...how.visit });
    await page.goto(address.href);
    await page.locator(".standing.good, .standing.bad").waitFor();
    await use(page, address);
  });

/** What stands in the server's box. */
const stands = (page, text) => page.locator(".standing", { hasText: text }).waitFor();

/** Steps, and waits where the server has to answer, until the page waits for its reader. */
const talk = async (page) => {
  for (let steps = 0; steps < 200; steps += 1) {
    // In one look: between two the server may answer.
    const [can, due] = await page.evaluate(() => [!document.querySelector(".bar .step").disabled, document.querySelector(".due").innerText]);
    if (can) await press(page, "n");
    else if (/server's turn|轮到服务器|being started|正在启动/.test(due)) await page.locator(".bar .step:enabled").waitFor();
    else return;
  }
  throw new Error("two hundred steps lead to no end");
};

/**
 * Steps until the newest request for `method` is answered, whatever else the server says before, and shows the answer. What
 * the server asks its client for meanwhile, the reader answers.
 */
const answered = async (page, method) => {
  const asked = (await rows(page)).findLast((row) => row.includes(`the request ${method} with id`));
  const id = / with id ([^,]+),/.exec(asked)?.[1];
  const answer = page.locator(".row > button", { hasText: `of request ${id}, ` }).or(page.locator(".row > button", { hasText: `for request ${id}, ` }));
  const arrived = answer.filter({ hasNotText: "under way" }).first();
  const question = page.getByRole("button", { name: "Answer", exact: true }).first();
  for (let turns = 0; turns < 50; turns += 1) {
    if (await arrived.count()) return arrived.click();
    if (await question.count()) await question.click();
    await talk(page);
    // One of the three there is, or will be.
    await arrived.or(question).or(page.locator(".bar .step:enabled")).first().waitFor();
  }
  throw new Error(`${method} is not answered`);
};

const clicks = (page, msg, arg = "") => page.locator(`[data-msg="${msg}"][data-arg="${arg}"]`).first().click();

/** Lets a server of few words run under Python. */
const python = (...lines) => ["python3", "-u", "-c", lines.join("\n")];

test("a real server: the handshake by hand, a call, a broken frame, a fault, the end, again, saved, and after a reload", async () => {
  await attached([own, "serve"], async (page, address) => {
    await stands(page, "It runs, as process");
    has(await page.locator(".command").innerText(), "serve", "what is started");
    same(new URL(page.url()).hash, "", "the address keeps no secret");
    await shot(page, "attach-start");

    // By hand, frame by frame.
    await press(page, "n");
    has(await page.locator(".held").innerText(), "held here: 1", "what is held");
    await page.waitForTimeout(300);
    same((await rows(page)).length, 1, "nothing is answered that was not let go");
    await talk(page);
    const shaken = await rows(page);
    has(shaken.join("\n"), "initialize", "the wire");
    has(await page.locator(".side.server .tools").innerText(), "add", "the tools of the real server");

    // A call, by the form that its schema makes.
    await page.locator(".tool[data-msg=call] select").first().selectOption("add");
    await page.locator("#field-add-a").fill("20");
    await page.locator("#field-add-b").fill("22");
    await page.locator(".tool[data-msg=call] [type=submit]").click();
    await answered(page, "tools/call");
    has(await page.locator("[data-ref=bytes-pane]").innerText(), "42", "what the tool says");
    await shot(page, "attach-called");

    // A frame that is none.
    await press(page, "e");
    await page.locator(".compose textarea").fill('{"jsonrpc": "2.0", "id": 9, "method": }');
    await page.locator(".compose [type=submit]").click();
    await page.locator("[data-msg=compose-leave]").click();
    await talk(page);
    // It asks for nothing, so nobody waits; and yet the server has something to say.
    await page.locator(".row").nth(8).waitFor();
    await talk(page);
    has((await rows(page)).join("\n"), "-32700", "what the server says to it");

    // A fault in what it really writes.
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    await press(page, "1");
    await press(page, "p");
    await talk(page);
    await page.locator(".row .tag.fault").first().waitFor();
    await page.locator("[data-msg=wish][data-arg='next found']").waitFor();

    // Everything goes at once.
    await press(page, " ");
    same(await page.locator(".passing").count(), 1, "the state of the switch");
    const before = (await rows(page)).length;
    await press(page, "p");
    await page.locator(".row").nth(before + 1).waitFor();
    await press(page, " ");

    // The end, and another beginning.
    await clicks(page, "attach-end", "killServer");
    await stands(page, "signal 9");
    await page.locator(".noted.bad").first().waitFor();
    await shot(page, "attach-killed");
    await clicks(page, "attach-start");
    await stands(page, "It runs, as process");
    await talk(page);
    has(await page.locator(".side.server .tools").innerText(), "add", "the tools of the second process");

    // Saved as a recording, which opens again.
    const wire = await rows(page);
    await page.locator("[data-msg=wish][data-arg=judge]").click();
    await opened(page);
    const saving = page.waitForEvent("download");
    await page.locator("[data-msg=export][data-arg=wire]").click();
    const saved = await readFile(await (await saving).path(), "utf8");
    has(saved, '"wirelab":1', "the first line");
    check(saved.split("\n").length > wire.length, "it has every frame");
    await go(page, "play");

    // After a reload all of it is there, but for the process.
    await page.reload();
    await stands(page, "ended with the page");
    // The judge has looked at it again.
    await page.locator("[data-msg=wish][data-arg='next found']").waitFor();
    same((await rows(page)).join("\n"), wire.join("\n"), "the wire after a reload");
    await shot(page, "attach-reloaded");
    await clicks(page, "attach-start");
    await stands(page, "It runs, as process");
    await talk(page);
    check((await rows(page)).length > wire.length, "it goes on");

    // The address of the terminal leads here too.
    await page.goto("about:blank");
    await page.goto(address.href);
    await stands(page, "ended with the page");
  });
});

test("a second page is told that there is one already, and whoever has no token learns nothing", async () => {
  await attached([own, "serve"], async (page, address) => {
    await stands(page, "It runs");
    const second = await visit({ begun: false, origins: [address.origin, address.origin.replace("http", "ws")] });
    second.seen.offline = true;
    await second.goto(address.href);
    await stands(second, "Another page has this process");
    await shot(second, "attach-taken");
    const wrong = await visit({ begun: false, origins: [address.origin, address.origin.replace("http", "ws")] });
    wrong.seen.offline = true;
    await wrong.goto(`${address.origin}/#attach=${"0".repeat(32)}`);
    await stands(wrong, "not the address");
    // The first has noticed nothing, and when it is gone there is room.
    await talk(page);
    await page.close();
    await clicks(second, "attach-connect");
    await stands(second, "It runs");
  });
});

test("where it is allowed a second page looks on, and has what was said as a recording", async () => {
  await attached([own, "serve"], async (page, address) => {
    const second = await visit({ begun: false, origins: [address.origin, address.origin.replace("http", "ws")] });
    await second.goto(address.href);
    await stands(second, "this one looks on");
    await talk(page);
    await second.locator(".side.server [data-msg=attach-look]:enabled").click();
    await opened(second);
    has(await second.locator("[data-ref=recording-area]").innerText(), "initialize", "what it has seen");
    await shot(second, "attach-looks-on");
  }, { words: ["--share-read-only"] });
});

test("the heart beats by the real clock, which is marked", async () => {
  await attached([own, "serve"], async (page) => {
    await stands(page, "It runs");
    await page.locator("select[data-msg=beat]").selectOption("10");
    await stands(page, "It runs");
    await talk(page);
    await press(page, " ");
    has(await page.locator(".bar").innerText(), "real clock", "the bar");
    for (const gone of ["back", "skip", "event", "seek", "speed"]) same(await page.locator(`.bar [data-msg=${gone}]`).count(), 0, gone);
    const before = (await rows(page)).length;
    await page.locator(".row").nth(before + 1).waitFor({ timeout: 20_000 });
    has((await rows(page)).slice(before).join("\n"), "ping", "what has been said by itself");
  });
});

/** Servers that are broken from the start, what leads to it, and what a person sees at first sight. */
const BROKEN = {
  "prints on stdout": [
    python("print('Loading model...')", "import sys", "sys.stdin.read()"),
    async (page) => {
      await page.locator(".row.wrong", { hasText: "FR-03" }).waitFor();
      has(await page.locator("[data-ref=bytes-pane]").innerText(), "Loading model", "the bytes");
    },
  ],
  "ends at once": [python("import sys", "sys.exit(3)"), (page) => stands(page, "exit code 3")],
  "crashes at the start": [
    python("import no_such_module"),
    async (page) => {
      await stands(page, "exit code 1");
      await page.locator(".logged", { hasText: "No module named 'no_such_module'" }).waitFor();
    },
  ],
  "does not exist": [
    ["wirelab-no-such-command"],
    async (page) => {
      await stands(page, "could not be started");
      has(await page.locator(".welcome").innerText(), "could not be started", "in place of the wire");
    },
  ],
  "frames as LSP does": [
    python("import sys", "sys.stdin.readline()", "b='{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'", "sys.stdout.write('Content-Length: %d\\r\\n\\r\\n%s' % (len(b), b))", "sys.stdin.read()"),
    async (page) => {
      await press(page, "n", 2);
      await page.locator(".row.wrong", { hasText: "FR-" }).first().waitFor();
    },
  ],
  "writes bad UTF-8": [
    python("import sys", "sys.stdin.readline()", "sys.stdout.buffer.write(b'{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"x\":\"\\xff\\xfe\"}}\\n')", "sys.stdin.read()"),
    async (page) => {
      await press(page, "n", 2);
      await page.locator(".row.wrong", { hasText: "FR-" }).first().waitFor();
    },
  ],
  "prints its JSON prettily": [
    python("import sys, json", "sys.stdin.readline()", "print(json.dumps({'jsonrpc': '2.0', 'id': 1, 'result': {}}, indent=2))", "sys.stdin.read()"),
    async (page) => {
      await press(page, "n", 2);
      await page.locator(".row.wrong", { hasText: "FR-" }).first().waitFor();
    },
  ],
  "is silent": [
    python("import sys", "sys.stdin.read()"),
    async (page) => {
      await press(page, "n", 2);
      has(await page.locator(".due").innerText(), "server's turn", "what is next");
    },
  ],
};

for (const [what, [command, sees]] of Object.entries(BROKEN)) {
  test(`at first sight one sees what is wrong with a server that ${what}`, async () => {
    await attached(command, async (page) => {
      await sees(page);
      await shot(page, `attach-broken-${what.replaceAll(" ", "-")}`);
    });
  });
}

/** Other people's servers, where they are set up. */
const PEERS = {
  "server-everything": process.env.WIRELAB_PEER_EVERYTHING && [process.execPath, process.env.WIRELAB_PEER_EVERYTHING, "stdio"],
  "the Python SDK": process.env.WIRELAB_PEER_PY2 && [process.env.WIRELAB_PEER_PY2, process.env.WIRELAB_PEER_PY2_SERVER],
};

for (const [name, command] of Object.entries(PEERS)) {
  if (!command) continue;
  test(`${name}: the handshake by hand, and a call by the form of its own schema`, async () => {
    await attached(command, async (page) => {
      await stands(page, "It runs");
      await talk(page);
      const form = page.locator(".tool[data-msg=call]");
      await form.locator("select").first().selectOption("echo");
      await form.locator(".field input").first().fill("Grüße, 世界");
      await page.locator(".tool[data-msg=call] [type=submit]").click();
      await answered(page, "tools/call");
      has(await page.locator("[data-ref=message-pane]").innerText(), "Grüße, 世界", "the answer");
      const body = page.locator(".client .body");
      same(await body.evaluate((body) => body.scrollWidth - body.clientWidth), 0, "what sticks out of the client's column");
      await shot(page, `attach-${name.replaceAll(" ", "-")}`);
    });
  });
}

if (hasFirefox) {
  test("in Firefox as well: attached, the handshake by hand, a call, the end, again", async () => {
    await program(["play", "--attach", "--", own, "serve"], (address) => firefox(async (page) => {
      await page.goto(address.href);
      const text = (selector, part) => page.until((selector, part) => document.querySelector(selector)?.innerText.includes(part), selector, part);
      const click = (selector) => page.until((selector) => {
        const found = document.querySelector(selector);
        found?.click();
        return Boolean(found);
      }, selector);
      await text(".standing", "It runs, as process");
      same(await page.tells(() => location.hash), "", "the address keeps no secret");
      for (let steps = 0; steps < 40; steps += 1) {
        await page.until(() => !document.querySelector(".bar .step").disabled || !document.querySelector(".due").innerText.includes("server's turn"));
        if (await page.tells(() => document.querySelector(".bar .step").disabled)) break;
        await page.press("n");
      }
      await text(".side.server .tools", "add");
      await page.press("p");
      await text(".held", "held here: 1");
      await click("[data-msg=attach-end][data-arg=killServer]");
      await text(".standing", "signal 9");
      await click("[data-msg=attach-start]");
      await text(".standing", "It runs, as process");
    }));
  });
}

for (const lang of ["en", "zh"]) {
  test(`axe-core has nothing to say of a page on a real process, and nothing sticks out: ${lang}`, async () => {
    await attached([own, "serve"], async (page) => {
      await page.locator(".standing.good").waitFor();
      const faults = [];
      const look = async (state) => {
        for (const [width, theme] of [[1440, "light"], [1024, "dark"], [390, "dark"], [390, "light"]]) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme: theme });
          const name = `attach-${state}-${width}-${theme}-${lang}`;
          await shot(page, name);
          faults.push(...(await judge(page)).map((fault) => `${name}: ${fault}`));
          if (width < 500) faults.push(...(await cramped(page)).map((fault) => `${name}: ${fault}`));
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      };
      await look("begins");
      await talk(page);
      await press(page, "p");
      await look("held");
      await clicks(page, "attach-end", "killServer");
      await page.locator(".standing.bad").waitFor();
      await look("ended");
      check(!faults.length, `\n${faults.join("\n")}`);
    }, { visit: { lang } });
  });
}
