// What a page of somebody else can do to the program that has a real server behind its page: nothing.
import { check, elsewhere, same, test, visit } from "./harness.mjs";
import { program } from "./program.mjs";

/** In a page: connects to the program with its token, asks for a process, and gives the kinds of what it is told. */
const spoken = ([host, token]) =>
  new Promise((done) => {
    const kinds = [];
    const socket = new WebSocket(`ws://${host}/local/server`, ["wirelab", `wirelab.token.${token}`]);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      kinds.push(new Uint8Array(data)[0]);
      if (kinds.length === 1) socket.send(Uint8Array.of(0x05));
      else socket.close();
    };
    socket.onclose = () => done(kinds.join());
  });

/** In a page: what it gets to read of the program's answer. */
const read = (address) =>
  fetch(address).then(
    (response) => `status ${response.status}`,
    () => "nothing",
  );

test("a page of another site cannot speak to the server behind the page", async () => {
  await program(["play", "--attach", "--", process.env.WIRELAB_PROGRAM, "serve"], async (address) => {
    const token = /^#attach=([0-9a-f]{32})$/.exec(address.hash)?.[1];
    check(token, address.hash);
    const { origin, host, port } = address;
    const name = new URL(elsewhere.origin).hostname;
    const page = await visit({ begun: false, origins: [origin, elsewhere.origin, elsewhere.near, `http://${name}:${port}`] });
    await page.goto(`${origin}/`);
    same(await page.evaluate(spoken, [host, token]), "128,129", "what the program's own page is told");

    for (const other of [`${elsewhere.near}/article?frame=`, `${elsewhere.origin}/article?frame=`, "data:text/html,", "about:blank"]) {
      await page.goto(other);
      // It has even got hold of the token.
      same(await page.evaluate(spoken, [host, token]), "", `what ${other} is told`);
      for (const path of ["/", "/local/server", "/local/recording"]) same(await page.evaluate(read, origin + path), "nothing", `what ${other} reads of ${path}`);
    }

    // A name of somebody else that leads to this machine.
    const response = await page.goto(`http://${name}:${port}/`);
    same(response.status(), 421, "by another name");
    same(await page.evaluate(spoken, [`${name}:${port}`, token]), "", "what a page by another name is told");

    await page.goto(`${elsewhere.near}/article?frame=${encodeURIComponent(`${origin}/`)}`);
    const [, frame] = page.frames();
    same(await frame.locator("[data-ref]").count(), 0, "how much of the page is in a frame of somebody else");
    // What the browser says of all that it has refused.
    check(page.seen.faults.length > 0, "the browser has nothing to say");
    page.seen.faults.length = 0;
  });
});
