import { expect } from "chai";
import type { BrowserContextOptions } from "playwright-core";
import { describeElement, type ElementPage } from "./element-site.ts";
import { anEvent, MADE_UP, mockResponses } from "./made-up-calendar.ts";

const EVENTS = [
  anEvent(),
  ...[1, 2, 3, 4, 5].map((id) =>
    anEvent({ id, title: `Talk ${id}`, start_date: "2031-03-20 10:00:00", end_date: "2031-03-20 11:00:00" }),
  ),
];

describeElement("as people and pages use it", (site) => {
  let opened: ElementPage;
  afterEach(async () => {
    const { troubles } = opened;
    await opened.close();
    expect(troubles).to.deep.equal([]);
  });

  const open = async (body: string, options: BrowserContextOptions = {}): Promise<ElementPage> => {
    const prepare = mockResponses(() => ({ events: EVENTS }));
    opened = await site().open(body, { calendar: "http://calendar.test", prepare, ...options });
    await opened.element.locator(".body:not([aria-busy])").waitFor();
    return opened;
  };
  const calendar = (attributes = ""): string =>
    `<kalends-calendar src="${MADE_UP}" ${attributes}></kalends-calendar>`;

  /** Returns the day that has the keyboard focus. */
  const focused = (): Promise<unknown> =>
    opened.page.evaluate(`document.activeElement?.shadowRoot?.activeElement?.closest("td")?.dataset.day`);

  it("leads through a month by keys, with one tab stop", async () => {
    const { element, page } = await open(calendar());
    expect(await element.locator("td[tabindex='0']").count()).to.equal(1);
    await element.getByRole("searchbox").focus();
    await page.keyboard.press("Tab");
    expect(await focused()).to.equal("2031-03-10");
    const steps = [
      ["ArrowRight", "2031-03-11"],
      ["ArrowDown", "2031-03-18"],
      ["Home", "2031-03-16"],
      ["End", "2031-03-22"],
      ["ArrowUp", "2031-03-15"],
      ["PageDown", "2031-04-15"],
      ["Shift+PageUp", "2030-04-15"],
      ["Shift+PageDown", "2031-04-15"],
      ["PageUp", "2031-03-15"],
    ] as const;
    for (const [key, day] of steps) {
      await page.keyboard.press(key);
      expect(await focused(), key).to.equal(day);
    }
    await element.locator(".body:not([aria-busy])").waitFor();
    expect(await focused(), "with its events").to.equal("2031-03-15");
    expect(await element.locator("h2").innerText()).to.equal("March 2031");
    expect(await element.locator("td[tabindex='0']").count()).to.equal(1);

    for (const key of ["ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "Enter"])
      await page.keyboard.press(key);
    expect(await focused()).to.equal("2031-03-12");
    await page.keyboard.press("Enter");
    const dialog = element.getByRole("dialog", { name: "Concert" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await focused(), "the event has the focus again").to.equal("2031-03-12");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(`document.activeElement.shadowRoot.activeElement.tagName`)).to.equal("TD");
  });

  it("shows all events of a full day when it is asked to", async () => {
    const { element } = await open(calendar());
    const day = element.getByRole("gridcell", { name: /March 20/ });
    expect(await day.getByRole("link").count()).to.equal(3);
    await day.getByRole("button", { name: "2 more" }).click();
    expect(await day.getByRole("link").count()).to.equal(5);
    await day.getByRole("button", { name: "Show fewer" }).click();
    expect(await day.getByRole("link").count()).to.equal(3);
  });

  it("speaks the languages that are built in, and writes dates in all", async () => {
    const { element } = await open(calendar('lang="de"'));
    const expected = [
      ["de", "März 2031", "Heute", "Mo"],
      ["fr-FR", "mars 2031", "Aujourd’hui", "lun."],
      ["es", "marzo de 2031", "Hoy", "lun"],
      ["ja", "2031年3月", "Today", "日"],
    ] as const;
    for (const [language, month, today, weekday] of expected) {
      await element.evaluate((one, lang) => one.setAttribute("lang", lang), language);
      await element.getByRole("grid", { name: month }).waitFor();
      expect(await element.getByRole("button", { name: today }).count()).to.equal(1);
      expect(await element.locator("th span").first().innerText()).to.equal(weekday);
    }
    await element.evaluate((one) => one.setAttribute("lang", "en"));
    await element.getByRole("button", { name: "Next month" }).click();
    await element.evaluate((one) => one.setAttribute("lang", "ja"));
    await element.getByRole("grid", { name: "2031年4月" }).waitFor();
    await element.evaluate((one) => one.setAttribute("first-day", "wednesday"));
    await element.locator("th:first-child span", { hasText: "水" }).first().waitFor();
  });

  it("follows its attributes, and is itself again wherever the page puts it", async () => {
    const { element, page, asked } = await open(
      `${calendar('id="one"')}${calendar('id="two" view="list"')}<div></div>`,
    );
    await page.locator("#two .list").waitFor();
    expect(await page.locator("#one [role=grid]").count()).to.equal(1);
    await element.getByRole("button", { name: "List" }).click();
    await element.locator(".list").waitFor();
    expect(await element.getAttribute("view")).to.equal("list");
    await page.evaluate(`document.querySelector("#one").setAttribute("view", "month")`);
    await page.locator("#one [role=grid]").waitFor();
    await page.evaluate(`document.querySelector("#one").goTo("2031-06-05")`);
    await page.locator("#one h2", { hasText: "June 2031" }).waitFor();
    await page.locator("#one .body:not([aria-busy])").waitFor();
    const before = asked.length;
    await page.evaluate(
      `(() => { const one = document.querySelector("#one"); one.remove(); document.querySelector("div").append(one); })()`,
    );
    await page.locator("div > #one .body:not([aria-busy])").waitFor();
    expect(await page.locator("#one h2").innerText()).to.equal("June 2031");
    expect(asked).to.have.length(before);
    await Promise.all([
      page.waitForRequest(/\/events\?/),
      page.evaluate(`document.querySelector("#one").refresh()`),
    ]);
    expect(await page.evaluate(`document.createElement("kalends-calendar").shadowRoot !== null`)).to.equal(
      true,
    );
  });

  it("tells the page what happens, and leaves it what the page does itself", async () => {
    const { element, page } = await open(calendar());
    await page.evaluate(`(() => {
      window.seen = [];
      for (const name of ["load", "select", "error"])
        document.addEventListener("kalends-" + name, (event) => {
          window.seen.push([event.type, event.detail.view ?? event.detail.kind ?? event.detail.event.title]);
          if (name === "select") event.preventDefault();
        });
    })()`);
    await element.getByRole("link", { name: /Concert/ }).click();
    await element.getByRole("button", { name: "List" }).click();
    await element.locator(".list").waitFor();
    await page.evaluate(`document.querySelector("kalends-calendar").setAttribute("src", "ftp://x")`);
    await element.getByRole("alert").waitFor();
    expect(await element.getByRole("dialog").count()).to.equal(0);
    expect(await page.evaluate("window.seen")).to.deep.equal([
      ["kalends-select", "Concert"],
      ["kalends-load", "list"],
      ["kalends-error", "badAddress"],
    ]);
  });

  it("is a list of the month where there is little room, and keeps still for who wants that", async () => {
    const { element, page } = await open(calendar(), {
      viewport: { width: 390, height: 800 },
      reducedMotion: "reduce",
    });
    expect(await element.locator("h2").innerText()).to.equal("March 2031");
    await element.locator("[part~=item]", { hasText: "Concert" }).waitFor();
    expect(await element.getByRole("grid").count()).to.equal(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).to.equal(390);
    expect(
      await page.evaluate(`(() => {
        const body = document.querySelector("kalends-calendar").shadowRoot.querySelector(".body");
        body.setAttribute("aria-busy", "true");
        return getComputedStyle(body, "::before").animationName;
      })()`),
    ).to.equal("none");
    await page.setViewportSize({ width: 1000, height: 800 });
    await element.getByRole("grid").waitFor();
  });
});
