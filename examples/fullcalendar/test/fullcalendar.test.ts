import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { type Browser, chromium, type Page } from "playwright-core";
import { MONTH, serveCalendar } from "../src/calendar-server.ts";
import { type PageServer, servePage } from "../src/page-server.ts";

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const findChromium = (): string | undefined => {
  const { CHROMIUM, PATH = "" } = process.env;
  const paths = PATH.split(delimiter).map((folder) => join(folder, "chromium"));
  return [...(CHROMIUM ? [CHROMIUM] : []), ...paths].find(isExecutable);
};

const hasPlugin = (): boolean => {
  try {
    import.meta.resolve("@kalends/icalendar");
    return true;
  } catch {
    return false;
  }
};

const executablePath = findChromium();
const missing = [
  ...(executablePath === undefined ? ["Chromium: set CHROMIUM to where one is"] : []),
  ...(hasPlugin() ? [] : ["plugin @kalends/icalendar"]),
];
const title = `FullCalendar${missing.length > 0 ? ` (skipped: there is no ${missing.join(", no ")})` : ""}`;

/** Expected events. An event that continues in the next week has an entry for each week. */
const SHOWN: readonly string[] = [
  "2031-04-29 7p Choir",
  "2031-05-03 10a Fair",
  "2031-05-08 6p Choir, in the open",
  "2031-05-10 9p Night of music & dance",
  "2031-05-11 9p Night of music & dance",
  "2031-05-13 12:30a Call with Tokyo",
  "2031-05-13 7p Choir",
  "2031-05-16  Town holiday",
  "2031-05-22  Festival",
  "2031-05-25  Festival",
  "2031-05-27 7p Choir",
  "2031-05-30 8p Film",
  "2031-06-03 7p Choir",
];

/**
 * Returns day, time and title of each event that one of the two calendars shows, in the order of the days.
 */
const shownIn = (page: Page, id: string): Promise<unknown> =>
  // The code is a string, because it runs in the browser and must not be compiled for Node.js.
  page.evaluate(`[...document.querySelectorAll("#${id} .fc-daygrid-day")].flatMap((cell) =>
    [...cell.querySelectorAll(".fc-event")].map((event) => {
      const textOf = (name) => event.querySelector(name)?.textContent ?? "";
      return [cell.dataset.date, textOf(".fc-event-time"), textOf(".fc-event-title")].join(" ");
    }).sort())`);

(missing.length > 0 ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  let calendar: Awaited<ReturnType<typeof serveCalendar>> | undefined;
  let site: PageServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    calendar = await serveCalendar(0);
    site = await servePage({ port: 0, namespace: calendar.namespace, month: MONTH });
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await calendar?.close();
  });

  it("shows a month alike by the feed and by JSON, on the page of another site", async () => {
    const page = await browser?.newPage();
    if (page === undefined || site === undefined) throw new Error("There is no page.");
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(site.origin);
    for (const id of ["feed", "json"]) await page.waitForSelector(`#${id}[data-state="ready"] .fc-event`);
    const byFeed = await shownIn(page, "feed");
    expect(errors).to.deep.equal([]);
    expect(byFeed).to.deep.equal(await shownIn(page, "json"));
    expect(byFeed).to.deep.equal(SHOWN);
  });
});
