import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { stores } from "../../stores.ts";
import { describeElement, type ElementPage } from "./element-site.ts";

/** Events around 10 March 2031, the date to which the clock of the tests is fixed. */
const EVENTS = [
  {
    title: "Market",
    start_date: "2031-03-08",
    end_date: "2031-03-11",
    all_day: true,
    categories: ["markets"],
  },
  {
    title: "Brass &amp; bells",
    start_date: "2031-03-12 19:00",
    end_date: "2031-03-12 21:00",
    tags: ["outdoors"],
  },
  { title: "Run", start_date: "2031-03-15 09:00", end_date: "2031-03-15 12:00", event_status: "cancelled" },
  {
    title: "Choir",
    start_date: "2031-03-18 19:00",
    end_date: "2031-03-18 21:00",
    recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] },
  },
  {
    title: "Talk in Tokyo",
    start_date: "2031-03-20 09:00",
    end_date: "2031-03-20 10:00",
    timezone: "Asia/Tokyo",
  },
  { title: "Last year", start_date: "2030-03-20 09:00", end_date: "2030-03-20 10:00" },
];

// The element sends the same requests whatever the storage is, so one storage is enough.
for (const store of stores.slice(0, 1)) {
  describeElement(`on the page of another site, with a calendar on ${store.name}`, (site) => {
    let calendar: StartedCalendar;
    let opened: ElementPage;

    before(async () => {
      calendar = await startCalendar(store);
      const add = async (path: string, json: object) => {
        const { status, text } = await calendar.post(path, { as: "editor", json });
        expect(status, text).to.equal(201);
      };
      await add("/categories", { name: "Markets & fairs", slug: "markets" });
      await add("/tags", { name: "Outdoors" });
      for (const event of EVENTS) await add("/events", event);
    });
    after(() => calendar?.close());
    afterEach(async () => {
      const { troubles } = opened;
      await opened.close();
      expect(troubles).to.deep.equal([]);
    });

    const show = async (attributes = "", options = {}): Promise<ElementPage> => {
      opened = await site().open(
        `<kalends-calendar src="${calendar.namespace}" ${attributes}></kalends-calendar>`,
        {
          calendar: calendar.origin,
          ...options,
        },
      );
      await opened.element.locator(".body:not([aria-busy])").waitFor();
      return opened;
    };
    const titles = (): Promise<string[]> => opened.element.locator("[part~=event]").allInnerTexts();

    it("shows a month, and what is in it", async () => {
      const { element, asked } = await show();
      expect(await element.locator("h2").innerText()).to.equal("March 2031");
      expect(await element.getByRole("gridcell", { name: /March 9, 2031, 1 event/ }).innerText()).to.include(
        "Market",
      );
      const concert = element.getByRole("gridcell", { name: /March 12/ });
      expect(await concert.innerText()).to.match(/7:00\sPM Brass & bells/);
      const run = element.getByRole("gridcell", { name: /March 15/ });
      expect(await run.locator("s").innerText()).to.equal("Run");
      expect(await run.getByRole("link").innerText()).to.include("Cancelled");
      expect(await element.locator("[aria-current=date] time").getAttribute("datetime")).to.equal(
        "2031-03-10",
      );
      expect(await element.getByRole("status").innerText()).to.equal("March 2031: 6 events");
      expect(asked.filter((path) => path.includes("/events?"))).to.have.length(1);
      expect(asked).to.have.length(3);

      await element.getByRole("button", { name: "Next month" }).click();
      await element.getByRole("gridcell", { name: /April 8, 2031, 1 event/ }).waitFor();
      await element.getByRole("button", { name: "Previous month" }).click();
      await concert.getByRole("link").waitFor();
      expect(asked, "known months are not asked for again").to.have.length(4);
    });

    it("lists events page by page, into the past, too", async () => {
      const { element } = await show('view="list" per-page="3"');
      expect(await element.locator("h2").innerText()).to.equal("Upcoming events");
      expect(await titles()).to.deep.equal(["Market", "Brass & bells", "Run"]);
      expect(await element.locator("h3").allInnerTexts()).to.deep.equal([
        "Monday, March 10",
        "Wednesday, March 12",
        "Saturday, March 15",
      ]);
      await element.getByRole("button", { name: "Later events" }).click();
      await element.getByRole("link", { name: "Talk in Tokyo" }).waitFor();
      expect(await element.locator("[part~=item]", { hasText: "Tokyo" }).innerText()).to.match(
        /9:00.*AM GMT\+9/,
      );
      await element.getByRole("button", { name: "Today" }).click();
      await element.getByRole("link", { name: "Market" }).waitFor();
      await element.getByRole("button", { name: "Earlier events" }).click();
      await element.getByRole("link", { name: "Last year" }).waitFor();
      expect(await titles()).to.deep.equal(["Last year"]);
      const earlier = element.getByRole("button", { name: "Earlier events" });
      expect(await earlier.getAttribute("aria-disabled")).to.equal("true");
    });

    it("filters by category, tag and search, and takes filters from its attributes", async () => {
      const { element } = await show('view="list"');
      const category = element.getByLabel("Category");
      expect(await category.locator("option").allInnerTexts()).to.deep.equal([
        "All categories",
        "Markets & fairs",
      ]);
      await category.selectOption("Markets & fairs");
      await element.getByText("Run").waitFor({ state: "detached" });
      expect(await titles()).to.deep.equal(["Market"]);
      await category.selectOption("All categories");
      await element.getByLabel("Tag").selectOption("Outdoors");
      await element.getByText("Run").waitFor({ state: "detached" });
      expect(await titles()).to.deep.equal(["Brass & bells"]);
      await element.getByLabel("Tag").selectOption("");
      await element.getByRole("searchbox").fill("choir");
      await element.getByText("Run").waitFor({ state: "detached" });
      expect(new Set(await titles())).to.deep.equal(new Set(["Choir"]));
      const { troubles } = opened;
      await opened.close();
      expect(troubles).to.deep.equal([]);

      const preset = await show('view="list" category="markets" hide="search tag"');
      expect(await titles()).to.deep.equal(["Market"]);
      await preset.element.getByLabel("Category").waitFor();
      expect(await preset.element.locator("select option:checked").innerText()).to.equal("Markets & fairs");
      expect(await preset.element.getByRole("searchbox").count()).to.equal(0);
      expect(preset.asked.some((path) => path.includes("/tags"))).to.equal(false);
    });

    it("shows times of a zone where the page names one", async () => {
      const { element } = await show('timezone="America/Los_Angeles" hide="filters"', {
        timezoneId: "America/Los_Angeles",
      });
      const day = element.getByRole("gridcell", { name: /March 19/ });
      expect(await day.innerText()).to.match(/5:00\sPM Talk in Tokyo/);
      expect(await element.getByRole("search").count()).to.equal(0);
    });

    it("lists days of that zone, whatever the dates on the clocks of events", async () => {
      const list = async (timezone: string, start: string): Promise<void> => {
        await show(`view="list" hide="filters" timezone="${timezone}" start="${start}"`);
      };
      const shown = async (): Promise<readonly string[]> => {
        const items = await opened.element.locator("[part~=item]").allInnerTexts();
        return items.map((text) => text.replace(/\s+/g, " ").trim());
      };
      const earlier = async (): Promise<void> => {
        await opened.element.getByRole("button", { name: "Earlier events" }).click();
        await opened.element.locator(".body:not([aria-busy])").waitFor();
      };
      // 09:00 of 20 March in Tokyo is 17:00 of 19 March in Los Angeles.
      await list("America/Los_Angeles", "2031-03-20");
      expect((await shown()).join()).not.to.include("Talk in Tokyo");
      await earlier();
      expect((await shown()).at(-1)).to.match(/^5:00 – 6:00 PM PDT Talk in Tokyo/);
      await opened.close();
      await list("America/Los_Angeles", "2031-03-19");
      expect((await shown()).join()).to.match(/5:00 – 6:00 PM PDT Talk in Tokyo/);
      await opened.close();
      // 19:00 of 18 March in New York is 12:00 of 19 March in Auckland.
      await list("Pacific/Auckland", "2031-03-19");
      expect((await shown())[0]).to.match(/^12:00 – 2:00 PM .*Choir/);
      await earlier();
      expect((await shown()).join()).not.to.include("Choir");
    });
  });
}
