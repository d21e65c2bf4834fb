import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeElement, type ElementPage } from "./element-site.ts";
import { anEvent, MADE_UP, type MockedResponse, mockResponses } from "./made-up-calendar.ts";

const FIXTURE = fileURLToPath(new URL("../../../fixtures/reference-site/events.json", import.meta.url));
/**
 * Message that Chromium logs from version 156. It also logs it for inert documents, with which the element
 * converts HTML to text. Another check shows that no handler runs in the page.
 */
const OF_INERT_DOCUMENTS = /^Executing inline event handler violates/;
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

describeElement("with answers of all kinds", (site) => {
  let opened: ElementPage;
  afterEach(() => opened?.close());

  const show = async (
    answer: Parameters<typeof mockResponses>[0],
    attributes = "",
    content = "",
  ): Promise<ElementPage> => {
    opened = await site().open(
      `<kalends-calendar src="${MADE_UP}" ${attributes}>${content}</kalends-calendar>`,
      { calendar: "http://calendar.test", prepare: mockResponses(answer) },
    );
    await opened.element.locator(".body:not([aria-busy])").waitFor();
    return opened;
  };

  it("says in words what is wrong, tries again when it is asked to, and shows what the page has in its place", async () => {
    const answers: (MockedResponse | undefined)[] = [
      undefined,
      { status: 503, body: "<h1>Bad gateway</h1>" },
      { status: 400, body: JSON.stringify({ message: "Unknown &lt;b&gt;category" }) },
      { body: "<!doctype html>" },
      { body: '{"events": 7}' },
      { events: [anEvent()] },
    ];
    const { element, page } = await show(() => answers.shift(), 'lang="en"', '<a href="/all">All events</a>');
    for (const text of [
      "The calendar cannot be reached",
      "The calendar has a problem at the moment (503)",
      "The calendar does not answer this question (400).",
      "The answer is not that of a calendar",
      "The answer is not that of a calendar",
    ]) {
      const alert = element.getByRole("alert");
      await alert.getByText(text).waitFor();
      expect(await page.getByRole("link", { name: "All events" }).isVisible()).to.equal(true);
      if (text.includes("400")) expect(await alert.innerText()).to.include("Unknown <b>category");
      await element.getByRole("button", { name: "Try again" }).click();
      await element.locator(".body:not([aria-busy])").waitFor();
    }
    await element.getByRole("link", { name: "Concert" }).waitFor();
    expect(await page.getByText("All events").isVisible()).to.equal(false);
    const focused = await page.evaluate(`document.activeElement.shadowRoot?.activeElement?.tagName`);
    expect(focused, "nobody is sent to the top of the page").to.equal("TD");
  });

  it("says what is wrong with its address, and asks nothing", async () => {
    const { element, page, asked } = await show(() => ({}));
    const before = asked.length;
    await element.evaluate((calendar) => calendar.setAttribute("src", "javascript:alert(1)"));
    await element.getByText("The address of this calendar cannot be used").waitFor();
    await element.evaluate((calendar) => calendar.removeAttribute("src"));
    await element.getByText("This calendar has no address").waitFor();
    expect(await element.getByRole("button", { name: "Try again" }).count()).to.equal(0);
    expect(asked).to.have.length(before);
    expect(page.url()).to.match(/^http:/);
  });

  for (const view of ["month", "list"]) {
    it(`shows hostile texts as texts, in a ${view}`, async () => {
      const hostile = anEvent({
        title: HOSTILE,
        url: "javascript:alert(3)",
        website: "javascript:alert(4)",
        description: `<p>Come${HOSTILE}</p><svg onload="alert(5)"></svg><a href="javascript:alert(6)">here</a>`,
        venue: { venue: `Hall ${HOSTILE}`, address: "&lt;script&gt;alert(7)&lt;/script&gt;" },
        cost: '"><img src=x onerror=alert(8)>',
        image: { url: "javascript:alert(9)" },
        timezone: HOSTILE,
        status_reason: HOSTILE,
        event_status: "constructor",
      });
      const { element, page, troubles } = await show(
        () => ({ events: [hostile, anEvent({ title: "&lt;b&gt;Bold&lt;/b&gt; &amp; fine" })] }),
        `view="${view}" start="2031-03-01"`,
      );
      await element.getByText("<b>Bold</b> & fine").first().waitFor();
      await element.getByRole("button", { name: "<img src=x" }).click();
      const dialog = element.getByRole("dialog");
      expect(await dialog.innerText())
        .to.include(HOSTILE)
        .and.to.include("Come")
        .and.to.include("<script>alert(7)</script>");
      const found =
        await page.evaluate(`[...document.querySelector("kalends-calendar").shadowRoot.querySelectorAll("*")]
        .filter((one) => ["IMG", "SCRIPT", "SVG", "IFRAME", "STYLE"].includes(one.tagName.toUpperCase()) ||
          [...one.attributes].some(({ name, value }) => /^on|^style$/.test(name) || /^\\s*javascript:/i.test(value)))
        .map((one) => one.outerHTML)`);
      expect(found).to.deep.equal([]);
      expect(troubles.filter((each) => !OF_INERT_DOCUMENTS.test(each))).to.deep.equal([]);
    });
  }

  it("keeps the lines of lists and the cells of tables apart", async () => {
    const description =
      "<p>Bring:</p>\n<ul>\n<li>a coat</li>\n<li>a chair</li>\n</ul><table><tr><th>Doors</th><td>19:00</td></tr></table>";
    const { element } = await show(
      () => ({ events: [anEvent({ description })] }),
      'view="list" start="2031-03-01"',
    );
    await element.locator("[part~=item]").getByRole("link").first().click();
    const text = element.getByRole("dialog").locator("[part~=description]");
    expect(await text.innerText()).to.equal("Bring:\n\u2022 a coat\n\u2022 a chair\n\nDoors 19:00");
  });

  it("shows what the server of a reference site has answered", async () => {
    const body = readFileSync(FIXTURE, "utf8");
    const { element, troubles } = await show(() => ({ body }), 'view="list" start="2026-11-20"');
    const { events } = JSON.parse(body) as { readonly events: readonly { readonly title: string }[] };
    expect(await element.locator("[part~=item]").count()).to.equal(events.length);
    await element.getByRole("link", { name: "Event 0 Concert" }).click();
    const dialog = element.getByRole("dialog", { name: "Event 0 Concert" });
    expect(await dialog.innerText())
      .to.include("Venue 0, 0 Main St")
      .and.to.include("Organizer 0");
    expect(await dialog.getByRole("link", { name: "Page of the event" }).getAttribute("href")).to.equal(
      "https://calendar.example/event/event-0-concert/",
    );
    expect(troubles).to.deep.equal([]);
  });

  it("shows what was asked for last, whatever is answered last", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { element, asked } = await show(async (url) => {
      const isApril = url.searchParams.get("starts_before")?.startsWith("2031-05-0") === true;
      if (isApril) await held;
      return {
        events: [
          anEvent({
            title: isApril ? "Late" : "In time",
            start_date: "2031-05-01 10:00:00",
            end_date: "2031-05-01 11:00:00",
          }),
        ],
      };
    });
    const next = element.getByRole("button", { name: "Next month" });
    await next.click();
    await element.locator(".body[aria-busy=true]").waitFor();
    await next.click();
    await element.getByRole("link", { name: "In time" }).waitFor();
    release();
    expect(await element.locator("h2").innerText()).to.equal("May 2031");
    expect(await element.getByText("Late").count()).to.equal(0);
    expect(asked.filter((path) => path.includes("/events?"))).to.have.length(3);
  });

  it("says of each day that is not fully loaded that it is not, and tries again", async () => {
    let isFailing = true;
    const { element, asked } = await show(({ searchParams }) => {
      const page = Number(searchParams.get("page"));
      if (page === 3 && isFailing) return { status: 503, body: "{}" };
      const day = 10 + page;
      const events = [
        anEvent({ start_date: `2031-03-${day} 10:00:00`, end_date: `2031-03-${day} 11:00:00` }),
      ];
      return { body: JSON.stringify({ events, total: 3, total_pages: 3 }) };
    });
    await element.getByText("Only 2 of 3 events are loaded").first().waitFor();
    const marked = (): Promise<unknown> =>
      element.evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll("[part~=missing]") ?? [])].map((note) => [
          note.closest("td")?.dataset.day?.slice(5),
          note.textContent,
        ]),
      );
    const days = [
      ...Array.from({ length: 21 }, (_, index) => `03-${11 + index}`),
      "04-01",
      "04-02",
      "04-03",
      "04-04",
      "04-05",
    ];
    expect(await marked()).to.deep.equal(days.map((day) => [day, "Not fully loaded"]));
    expect(await element.locator("[data-day='2031-03-12'] time").innerText()).to.not.include("event");
    isFailing = false;
    await element.getByRole("button", { name: "Try again" }).click();
    await element.locator("[data-day='2031-03-13'] a").waitFor();
    expect(await marked()).to.deep.equal([]);
    expect(asked.filter((path) => path.includes("/events?"))).to.have.length(6);
  });

  it("says in a narrow month from which day on events are missing", async () => {
    const page = { events: [anEvent()], total: 900, total_pages: 18 };
    opened = await site().open(`<kalends-calendar src="${MADE_UP}"></kalends-calendar>`, {
      calendar: "http://calendar.test",
      prepare: mockResponses(({ searchParams }) =>
        searchParams.get("page") === "1" ? { body: JSON.stringify(page) } : { status: 500, body: "{}" },
      ),
      viewport: { width: 390, height: 900 },
    });
    await opened.element.getByText("From Tuesday, March 11 on, events are not fully loaded.").waitFor();
  });
});
