// The page from inside the program.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SNIPPET, check, go, has, opened, same, settle, shot, started, test, visit } from "./harness.mjs";

/** Runs the program until `use` is done; it gets the address that was printed. */
export async function program(words, use) {
  const child = spawn(process.env.WIRELAB_PROGRAM, words, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    const address = await new Promise((done, fail) => {
      child.on("exit", (code) => fail(new Error(`it ended with ${code}: ${said}`)));
      child.stdout.on("data", (bytes) => {
        said += bytes;
        const found = /http:\S+/.exec(said);
        if (found) done(new URL(found[0]));
      });
    });
    await use(address);
  } finally {
    child.kill();
  }
}

/** The status of an answer, and its text, to a request as nobody's browser would make it. */
const asked = (to, path, headers) =>
  new Promise((done, fail) => {
    const call = request({ host: to.hostname, port: to.port, path, headers }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => done({ status: response.statusCode, text }));
    });
    call.on("error", fail);
    call.end();
  });

test("the program has the page in it, and opens a recording for whoever has the address", async () => {
  const place = await mkdtemp(join(tmpdir(), "wirelab-program-"));
  const file = join(place, "fähre #1.log");
  await writeFile(file, SNIPPET);
  try {
    await program(["play", file], async (address) => {
      same(address.hostname, "127.0.0.1", "where it listens");
      const token = /^#local=([0-9a-f]{32})$/.exec(address.hash)?.[1];
      check(token, address.hash);
      const page = await visit({ begun: false, origins: [address.origin] });
      for (const goes of [() => page.goto(address.href), () => page.reload()]) {
        await goes();
        await opened(page);
        await page.locator(".one code").first().waitFor();
        same((await page.locator(".one code").allInnerTexts()).join(), "FR-03", "what is found");
        has(await page.locator(".recording-head").innerText(), "fähre #1.log", "the head of the recording");
      }
      await shot(page, "program-recording");
      // It is a page like any other.
      await go(page, "play");
      await settle(page);

      const secret = "/local/recording";
      const authorization = `Bearer ${token}`;
      const own = { host: address.host, authorization };
      same((await asked(address, secret, own)).text, SNIPPET, "the recording");
      for (const [what, path, headers, status] of [
        ["no token", secret, { host: address.host }, 403],
        ["another token", secret, { ...own, authorization: `Bearer ${"0".repeat(32)}` }, 403],
        ["half of the token", secret, { ...own, authorization: authorization.slice(0, -16) }, 403],
        ["the token in the query", `${secret}?token=${token}`, { host: address.host }, 404],
        ["another page", secret, { ...own, origin: "https://evil.example" }, 403],
        ["a page on another port", secret, { ...own, origin: "http://127.0.0.1:1" }, 403],
        ["a name that leads here", secret, { ...own, host: `evil.example:${address.port}` }, 421],
        ["a way out", "/../Cargo.toml", own, 404],
        ["a way out in disguise", "/%2e%2e/Cargo.toml", own, 404],
      ]) {
        const { status: found, text } = await asked(address, path, headers);
        same(found, status, what);
        check(!text.includes("Server <ready>"), `${what} gets the recording`);
      }

      // A file that is gone is told where a file that cannot be read is told.
      await rm(file);
      page.seen.offline = true;
      await page.goto("about:blank");
      await page.goto(address.href);
      await page.locator(".bring-failed").waitFor();
      has(await page.locator(".bring-failed").innerText(), "fähre #1.log: ", "why there is no recording");
      await shot(page, "program-gone");
    });
  } finally {
    await rm(place, { recursive: true });
  }
});

test("without a recording the program shows the playground, and has no secret", async () => {
  await program(["play"], async (address) => {
    same(address.hash, "", "the fragment");
    const page = await visit({ begun: false, origins: [address.origin] });
    await page.goto(address.href);
    await started(page);
    await settle(page);
    same((await asked(address, "/local/recording", { host: address.host, authorization: "Bearer " })).status, 403, "nothing");
  });
});
