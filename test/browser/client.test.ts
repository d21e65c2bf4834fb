import { expect } from "chai";
import type { Browser } from "playwright-core";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { type ClientSite, startClientSite } from "./client-site.ts";

const executablePath = findChromium();
const title = `@kalends/client in Chromium${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;

(executablePath === undefined ? describe.skip : describe)(title, function () {
  this.timeout(60_000);
  let calendar: StartedCalendar;
  let browser: Browser;
  let site: ClientSite;

  before(async () => {
    const [store] = stores;
    if (store === undefined || executablePath === undefined) throw new Error("There is nothing to test with");
    calendar = await startCalendar(store);
    browser = await launchChromium(executablePath);
    site = await startClientSite();
  });
  after(async () => {
    await browser?.close();
    await calendar?.close();
    await site?.close();
  });

  it("runs as it is built, from the page of another site", async () => {
    const page = await browser.newPage();
    const { address } = site;
    await page.goto(address);
    // The code is a string, because it runs in the page and must not be compiled with the tests.
    const outcome = await page.evaluate(`(async () => {
      const { createCalendarClient, CalendarRequestError } = await import("${address}/index.js");
      const calendar = createCalendarClient({
        site: "${calendar.origin}",
        credentials: { token: "${calendar.token("editor")}" },
      });
      for (const name of ["one", "two", "three"]) await calendar.tags.create({ name });
      const names = [];
      for await (const tag of calendar.tags.list({ hide_empty: false, per_page: 1 })) names.push(tag.name);
      const changed = await calendar.tags.update(
        (await calendar.tags.list({ hide_empty: false, search: "two" }).page()).items[0].id,
        { description: "2" },
      );
      const refused = await calendar.events.get(999999).catch((error) => error);
      return [names, changed.description, refused instanceof CalendarRequestError, refused.code];
    })()`);
    expect(outcome).to.deep.equal([["one", "three", "two"], "2", true, "rest-event-not-found"]);
  });
});
