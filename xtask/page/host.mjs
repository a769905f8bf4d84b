// A host of somebody else: gives out the page below a path of its own, and a page of its own with the playground in a frame.
// No header of ours, no policy: what holds there has to hold by the page alone.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
/** A name that is not the reader's own machine; the browser is told where it leads. */
export const NAME = "wirelab.example";
const PATH = "/tools/wire/";

/** Serves `folder`; the address of the page there, and that of a page which holds `frame` in a frame. */
export async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://host");
    if (pathname === "/article") {
      response.writeHead(200, { "content-type": TYPES[".html"] });
      const source = searchParams.get("frame").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      response.end(`<!doctype html><title>An article</title><link rel="icon" href="data:,"><h1>An article</h1><iframe title="Wirelab" width="760" height="600" src="${source}"></iframe>`);
      return;
    }
    try {
      if (!pathname.startsWith(PATH)) throw new Error("elsewhere");
      const name = normalize(decodeURIComponent(pathname.slice(PATH.length)) || "index.html");
      if (name.startsWith("..")) throw new Error("above");
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "cache-control": "no-cache" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const { port } = server.address();
  const origin = `http://${NAME}:${port}`;
  const near = `http://127.0.0.1:${port}`;
  return {
    origin,
    near,
    page: origin + PATH,
    /** The address of an article of this host with the page of the other origin in a frame. */
    article: (query) => `${origin}/article?frame=${encodeURIComponent(near + PATH + query)}`,
    close: () => server.close(),
  };
}
