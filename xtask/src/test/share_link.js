// What a reader does who shares what has happened: the link is opened by a page that remembers nothing. Whether it shows
// the same becomes the page's title.
(async () => {
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await fetch("icon.svg", { cache: "no-store" });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const one = (selector) => document.querySelector(selector);
  const shown = () => [...document.querySelectorAll(".row > button > .unseen")].map((row) => row.textContent).join("\n");
  // A name outlasts the reload, and is no place where the page keeps anything.
  if (window.name) {
    await until(() => one(".row"));
    document.title = shown() === window.name ? "the same" : `not the same: ${shown()}`;
    return;
  }
  for (let step = 0; step < 6; step += 1) (await until(() => one(".bar [data-msg=step]"))).click();
  one("[data-msg=share]").click();
  await until(() => location.hash.startsWith("#play="));
  // What comes after the link is not in it.
  window.name = shown();
  one(".bar [data-msg=step]").click();
  sessionStorage.clear();
  addEventListener("pagehide", () => sessionStorage.clear());
  location.reload();
})();
