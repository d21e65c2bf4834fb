import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { EDITOR, type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** Script that returns the name of the focused element, and true if its focus is visible. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  const isSeen = outlineStyle !== "none" && outlineWidth !== "0px" && width > 1 && height > 1;
  const name = element.getAttribute("aria-label") ?? element.textContent;
  return (isSeen ? "" : "UNSEEN ") + name.replaceAll(/\\s+/g, " ").trim();
})()`;

const executablePath = findChromium();
const title = `views by keyboard in Chromium, without script${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;

(executablePath === undefined ? describe.skip : describe)(title, () => {
  let started: StartedCalendar;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];

  before(async () => {
    started = await startCalendar(undefined);
    const add = (name: string, start: string, more: object = {}) =>
      started.calendar.as(EDITOR).events.create({
        title: name,
        start_date: start,
        end_date: start,
        ...more,
      });
    await add("Concert", "2031-06-10 19:00:00", { categories: ["Music"] });
    await add("Fair", "2031-06-03 10:00:00", { end_date: "2031-06-05 18:00:00" });
    browser = await launchChromium(executablePath ?? "");
    page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    page.on("console", (message) => troubles.push(message.text()));
  });
  after(async () => {
    await browser?.close();
    await started?.close();
  });

  const focused = (): Promise<string> => page.evaluate(FOCUSED);

  /**
   * Presses Tab until the element with this name has the focus. Checks that the focus is visible on each
   * element on the way.
   */
  const tabTo = async (name: string): Promise<void> => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press("Tab");
      const now = await focused();
      expect(now).not.to.match(/^UNSEEN/);
      if (now.includes(name)) return;
    }
    throw new Error(`Tab never comes to ${name}`);
  };

  const pathNow = (): string => page.url().slice(started.origin.length);

  it("leads from the head of the page to its content, through the months, and to an event", async () => {
    await page.goto(`${started.origin}/events/`);
    await page.keyboard.press("Tab");
    expect(await focused()).to.equal("Skip to content");
    await page.keyboard.press("Enter");
    expect(pathNow()).to.equal("/events/#content");
    await tabTo("Next month");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/events/month/2031-06/");
    await tabTo("Fair");
    // On the second day of the event, its bar is not drawn again, but its link can have the focus.
    await tabTo("Fair (continued)");
    await tabTo("Concert");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/event/concert/");
    expect(await page.locator("h1").textContent()).to.include("Concert");
  });

  it("finds by words and by filters", async () => {
    await page.goto(`${started.origin}/events/list/`);
    await page.locator("#f-search").fill("concert");
    await page.keyboard.press("Enter");
    await page.waitForURL("**search=concert**");
    expect(await page.locator("article.entry").count()).to.equal(1);
    await page.goto(`${started.origin}/events/list/`);
    await tabTo("Filters");
    await page.keyboard.press("Enter");
    await page.locator("#f-categories").selectOption("Music");
    await tabTo("Show events");
    await page.keyboard.press("Enter");
    await page.waitForURL("**categories=music**");
    expect(await page.locator("article.entry h3").allTextContents()).to.deep.equal(["Concert"]);
    await tabTo("Remove the filter Category: Music");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/events/list/");
  });

  it("is a list of days where it is narrow, dark where that is wished, and prints without ways elsewhere", async () => {
    await page.goto(`${started.origin}/events/month/2031-06/`);
    const ground = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).not.to.equal(light);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.locator("thead").isVisible()).to.equal(false);
    expect(await page.getByText("Tuesday, June 10, 2031").isVisible()).to.equal(true);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("thead").isVisible()).to.equal(true);
    expect(await page.locator(".bar, .filters, .ways, .switch").locator("visible=true").count()).to.equal(0);
    await page.emulateMedia({ media: "screen" });
  });

  it("has nothing to complain about", () => {
    expect(troubles).to.deep.equal([]);
  });
});
