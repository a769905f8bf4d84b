// What a reader does who brings a piece of a bug report, done to the page by its own fields. What is said first of it,
// or why nothing is said, becomes the page's title.
(async () => {
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      // The worker's time is real and the page's is not: it stands still only while the page waits for the network.
      await fetch("icon.svg", { cache: "no-store" });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const one = (selector) => document.querySelector(selector);
  (await until(() => one("[data-msg=go][data-arg=recording]"))).click();
  const field = await until(() => one("textarea[data-msg=draft]") ?? one(".due.notice"));
  if (!field.matches("textarea")) {
    document.title = `failed: ${field.textContent}`;
    return;
  }
  field.value = [
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}',
    "Server <ready> & listening",
    '{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}',
    "",
  ].join("\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  one("form[data-msg=open-draft] [type=submit]").click();
  const said = await until(() => one(".one") ?? one(".bring-failed"));
  if (said.matches(".one")) await until(() => one(".verdict") && one(".entry.selected, .row.selected"));
  const rules = [...document.querySelectorAll(".one code")].map((rule) => rule.textContent);
  document.title = said.matches(".one") ? `found: ${rules.join(" ")}` : `failed: ${said.textContent}`;
})();
