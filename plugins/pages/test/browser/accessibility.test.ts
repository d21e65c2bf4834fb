import axe from "axe-core";
import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { type Site, startSite } from "../start-site.ts";
import { FORM } from "../submission/proposal.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { fillTown } from "./town.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const executablePath = findChromium();
const title = `pages in Chromium${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;

(executablePath === undefined ? describe.skip : describe)(title, () => {
  let site: Site;
  let browser: Browser;
  let paths: readonly string[];

  before(async () => {
    const options = (editor: number) => ({ submissions: true, submissionAccount: editor });
    site = await startSite(undefined, options);
    browser = await launchChromium(executablePath ?? "");
    const town = await fillTown(site);
    paths = [
      ...["/events/month/2031-05/", "/events/week/2031-05-06/", "/events/day/2031-05-06/", "/events/list/"],
      ...["/events/list/?search=nothing", "/events/category/concerts/", "/tag/jazz/", FORM, `${FORM}?sent=1`],
      ...Object.values(town).map(({ url }) => new URL(url).pathname),
      ...["/event/none/", "/events/day/2031-02-30/"],
    ];
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Returns the accessibility problems of the current page, one line per rule. */
  const violationsOf = async (page: Page, runOnly: readonly string[]): Promise<readonly string[]> => {
    const options = JSON.stringify({ runOnly, resultTypes: ["violations"] });
    const { violations } = (await page.evaluate(`axe.run(${options})`)) as axe.AxeResults;
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`,
    );
  };

  for (const width of [1280, 390]) {
    it(`can be read and used by everybody, ${width} px wide, in the light and in the dark`, async () => {
      const context = await browser.newContext({
        ...{ viewport: { width, height: 900 }, reducedMotion: "reduce" },
      });
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !/status of 4/.test(message.text())) troubles.push(message.text());
      });
      const look = async (what: string): Promise<void> => {
        await page.evaluate(axe.source);
        const found = [...(await violationsOf(page, TAGS))];
        // In dark mode, only the colours differ, so only their contrast is checked.
        await page.emulateMedia({ colorScheme: "dark" });
        found.push(...(await violationsOf(page, ["color-contrast"])));
        await page.emulateMedia({ colorScheme: "light" });
        troubles.push(...found.map((violation) => `${what}: ${violation}`));
        if ((await page.evaluate("document.documentElement.scrollWidth")) !== width)
          troubles.push(`${what} is wider than the window`);
      };
      for (const path of paths) {
        await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
        await look(path);
      }
      await page.goto(site.origin + FORM);
      await page.locator("form").evaluate((form) => Reflect.set(form, "noValidate", true));
      await page.locator("button[type=submit]").click();
      await page.locator(".fault").first().waitFor();
      await look("a form with faults");
      await context.close();
      expect(troubles).to.deep.equal([]);
    });
  }
});
