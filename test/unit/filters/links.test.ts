import { anEvent, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS } from "../actors.ts";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";

/** Creates events for one year, two per day. They differ in every value that can be filtered. */
const fill = async ({ store }: TestCalendar): Promise<void> => {
  await store.terms.save(aTerm({ id: 1, name: "Music, loud & 100%", slug: "music" }));
  await store.terms.save(aTerm({ id: 2, name: "Open air", slug: "open-air", taxonomy: "tag" }));
  for (const id of [2001, 2002]) await store.venues.save(aVenue({ id }));
  await store.organizers.save(anOrganizer({ id: 3001 }));
  for (let id = 1; id <= 60; id += 1) {
    const day = String(1 + (id % 28)).padStart(2, "0");
    const start = `2031-0${4 + (id % 3)}-${day} ${id % 2 === 0 ? "10" : "23"}:30:00`;
    await store.events.save(
      anEvent({
        id,
        start,
        title: id % 4 === 0 ? "Jazz & more" : "Reading",
        status: id % 7 === 0 ? "draft" : "publish",
        featured: id % 3 === 0,
        categoryIds: id % 2 === 0 ? [1] : [],
        tagIds: id % 5 === 0 ? [2] : [],
        organizerIds: id % 2 === 0 ? [3001] : [],
        venueId: id % 3 === 0 ? 2001 : 2002,
        ...(id > 50 && { parentId: 1 }),
      }),
    );
  }
};

const QUERIES: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { start_date: "2031-04-10 12:00", end_date: "next year" },
  { start_date: "2031-04-10T12:00:00+02:00", end_date: "2031-05-20 10:30", strict_dates: "true" },
  { strict_dates: "1", ends_after: "2031-05-03 10:00" },
  {
    starts_after: "2031-04-05",
    starts_before: "2031-06-05",
    ends_after: "2031-04-06",
    ends_before: "2031-06-04",
  },
  { search: 'jazz -reading "& more"' },
  { categories: ["Music%2C loud & 100%25"], tags: "open-air" },
  { categories: "1", venue: ["2001", 2002], organizer: "3001", featured: "false" },
  { featured: "TRUE", status: ["publish", "draft"] },
  { include: [3, "1", "50"], start_date: "2031-04-10" },
  { post_parent: "1", geoloc: "0", geoloc_lat: " 10.50 ", ticketed: "false" },
];

describe("the links of a list of events", () => {
  for (const [timezone, dayCutoff] of [
    ["UTC", "00:00"],
    ["America/New_York", "00:00"],
    ["America/New_York", "06:30"],
  ] as const) {
    for (const displayZone of ["event", "site"] as const) {
      describe(`in ${timezone}, on the clock of each ${displayZone}, days from ${dayCutoff}`, () => {
        let calendar: TestCalendar;
        before(async () => {
          calendar = await openCalendar({ site: { timezone, displayZone, dayCutoff } });
          await fill(calendar);
        });
        after(() => calendar.store.close());

        for (const query of QUERIES) {
          it(`lead to the list of ${JSON.stringify(query)} again`, async () => {
            for (const by of [ADMIN, ANONYMOUS]) {
              if (by === ANONYMOUS && query.status !== undefined) continue;
              const list = await calendar.list({ ...query, per_page: 100 }, by);
              const links = await calendar.links({ ...query, per_page: 100 }, by);
              const asked = { ...Object.fromEntries(links), per_page: "100" };
              const again = await calendar.list(asked, by);
              expect(await calendar.links(asked, by)).to.deep.equal(links);
              expect(again.items.map(({ event }) => event.id)).to.deep.equal(
                list.items.map(({ event }) => event.id),
              );
              expect(again.total).to.equal(list.total).and.to.be.greaterThan(0);
            }
          });
        }
      });
    }
  }
});
