import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeElement } from "./element-site.ts";
import { anEvent, MADE_UP, mockResponses } from "./made-up-calendar.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const EVENTS = [
  anEvent({ event_status: "cancelled", description: "<p>Come.</p>", featured: true, is_recurring: true }),
  anEvent({
    title: "Market",
    start_date: "2031-03-10 00:00:00",
    end_date: "2031-03-14 23:59:59",
    all_day: true,
  }),
  ...[1, 2, 3, 4, 5].map((id) => anEvent({ title: `Talk ${id}`, event_status: "postponed" })),
  anEvent({ title: "No page", url: "", start_date: "2031-03-30 10:00:00", end_date: "2031-03-30 10:00:00" }),
];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describeElement("for everybody", (site) => {
  for (const [colorScheme, width] of [
    ["light", 1000],
    ["dark", 390],
  ] as const) {
    it(`has nothing that axe finds at WCAG 2.2 AA, ${colorScheme}, ${width} pixels wide`, async () => {
      let isFailing = false;
      const { element, page, close } = await site().open(
        `<kalends-calendar src="${MADE_UP}"></kalends-calendar>`,
        {
          calendar: "http://calendar.test",
          prepare: mockResponses(() => (isFailing ? { status: 500, body: "" } : { events: EVENTS })),
          colorScheme,
          viewport: { width, height: 900 },
        },
      );
      await page.evaluate(AXE);
      const check = async (state: string): Promise<void> => {
        await element.locator(".body:not([aria-busy])").waitFor();
        const found = (await page.evaluate(
          `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
              .then(({ violations }) => violations)`,
        )) as readonly Violation[];
        const said = found.map(({ id, nodes }) => [
          id,
          ...nodes.map((node) => node.html + node.failureSummary),
        ]);
        expect(said, state).to.deep.equal([]);
      };
      await element.getByText("Talk 1").first().waitFor();
      await check("month");
      await element.getByText("Talk 1").first().click();
      await check("dialog");
      await page.keyboard.press("Escape");
      await element.getByRole("button", { name: "List" }).click();
      await element.locator(".list").waitFor();
      await check("list");
      isFailing = true;
      await element.getByRole("button", { name: "Earlier events" }).click();
      await element.getByRole("alert").waitFor();
      await check("problem");
      await close();
    });
  }
});
