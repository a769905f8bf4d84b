// Firefox as its own driver moves it, in a few plain requests: playwright-core knows only a Firefox of its own making.
import { spawn } from "node:child_process";

const { WIRELAB_FIREFOX, WIRELAB_GECKODRIVER } = process.env;

/** Whether there is one. */
export const hasFirefox = Boolean(WIRELAB_FIREFOX && WIRELAB_GECKODRIVER);

/** Runs a Firefox until `use` is done. */
export async function firefox(use) {
  const driver = spawn(WIRELAB_GECKODRIVER, ["--port", "0", "--binary", WIRELAB_FIREFOX], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const at = await new Promise((done, fail) => {
      let said = "";
      driver.on("exit", (code) => fail(new Error(`the driver ended with ${code}: ${said}`)));
      driver.stdout.on("data", (bytes) => {
        said += bytes;
        const found = /Listening on (\S+)/.exec(said);
        if (found) done(`http://${found[1]}`);
      });
    });
    const ask = async (method, path, body) => {
      const response = await fetch(at + path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
      const { value } = await response.json();
      if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
      return value;
    };
    const capabilities = { alwaysMatch: { browserName: "firefox", "moz:firefoxOptions": { args: ["-headless"] } } };
    const { sessionId } = await ask("POST", "/session", { capabilities });
    const session = `/session/${sessionId}`;
    const page = {
      goto: (url) => ask("POST", `${session}/url`, { url }),
      /** What a function says in the page, which gets `args`. */
      tells: (told, ...args) => ask("POST", `${session}/execute/sync`, { script: `return (${told})(...arguments);`, args }),
      /** Presses a key, as the reader does. */
      press: async (value) => {
        const actions = ["keyDown", "keyUp"].map((type) => ({ type, value }));
        await ask("POST", `${session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
      },
      /** Waits until a function says something that is true in the page, and gives that. */
      until: async (told, ...args) => {
        for (let tries = 0; tries < 300; tries += 1) {
          const said = await page.tells(told, ...args);
          if (said) return said;
          await new Promise((done) => setTimeout(done, 100));
        }
        throw new Error(`never so: ${told} ${args}\n${await page.tells(() => document.body.innerText)}`);
      },
    };
    try {
      await use(page);
    } finally {
      await fetch(at + session, { method: "DELETE" }).catch(() => {});
    }
  } finally {
    driver.kill();
  }
}
