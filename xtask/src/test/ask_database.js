// What a reader does who asks the database, changes it and asks again, done to the page by its own buttons. The answers
// become the page's title.
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
  const settle = async () => {
    for (;;) {
      const step = await until(() => one(".bar [data-msg=step]"));
      if (step.disabled) return;
      step.click();
    }
  };
  await settle();
  one("[data-msg=tool][data-arg=query_db]").click();
  const field = await until(() => one("[data-msg=field][data-arg=sql]"));
  field.value = "SELECT name, 1e22/3 FROM artists WHERE id = 1";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const answer = async () => {
    one("form.tool [type=submit]").click();
    await settle();
    await until(() => !one(".bar [data-msg=step]").disabled);
    await settle();
    return one(".json").textContent;
  };
  const first = await answer();
  one("[data-msg=open][data-arg=database]").click();
  const script = await until(() => one(".editor textarea"));
  script.value += "UPDATE artists SET name = 'somebody else' WHERE id = 1;";
  script.dispatchEvent(new Event("input", { bubbles: true }));
  one(".editor [type=submit]").click();
  document.title = first + (await answer());
})();
