import { expect } from "chai";
import type { TestResponse } from "./client.ts";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

const NUMBERS = [1, 2, 3, 4, 5];
const NAMES = ["events", "venues", "organizers", "categories", "tags"] as const;
type Name = (typeof NAMES)[number];

/** Queries with five matches, which make three pages of two. */
const QUERIES: Readonly<Record<Name, readonly string[]>> = {
  events: [
    "",
    "search=100%25%20%26%20%2B%201",
    "categories=shared&tags=shared,other&featured=true",
    "venue={venue}&organizer={organizer}",
    "start_date=2031-04-01&end_date=2031-04-05",
    "start_date=2031-04-01%2009:00:00&strict_dates=true&status=publish",
    "starts_after=2031-03-31&ends_before=2031-04-06",
    "include={events}",
    "geoloc=1&geoloc_lat=1.5",
  ],
  venues: ["", "search=one%20of", "has_events=0", "status=publish"],
  organizers: ["", "search=one%20of", "has_events=0", "status=publish"],
  categories: ["hide_empty=0&search=one%20of", "event={event}&exclude={shared}", "parent={shared}"],
  tags: ["hide_empty=0&search=one%20of", "post={event}&order=desc&orderby=id&search=one"],
};

for (const store of servedStores) {
  describe(`lists, page by page, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const ids = new Map<string, string>();

    const create = async (path: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { as: "editor", json });
      expect(status, text).to.equal(201);
      return body.id;
    };

    before(async () => {
      calendar = await startCalendar(store);
      const shared = await create("/categories", { name: "Shared" });
      await create("/tags", { name: "Other" });
      const categories: number[] = [];
      for (const number of NUMBERS) {
        categories.push(await create("/categories", { name: `One of ${number}`, parent: shared }));
      }
      const events: number[] = [];
      for (const number of NUMBERS) {
        const { venue, organizer } = { venue: "Shared hall", organizer: "Shared band" };
        const day = `2031-04-0${number}`;
        events.push(
          await create("/events", {
            title: `100% & + 1 / ${number}`,
            start_date: `${day} 10:00:00`,
            end_date: `${day} 12:00:00`,
            featured: true,
            categories: [shared, ...categories],
            tags: ["Shared", ...NUMBERS.map((at) => `One of ${at}`)],
            venue: { venue },
            organizer: { organizer },
          }),
        );
      }
      const { body } = await calendar.get(`/events/${events[0]}`);
      ids.set("venue", String(body.venue.id)).set("organizer", String(body.organizer[0].id));
      ids.set("event", String(events[0])).set("events", events.join()).set("shared", String(shared));
      // Venues and organizers of the events must not match the queries of their own lists.
      for (const number of NUMBERS) {
        await create("/venues", { venue: `One of ${number}` });
        await create("/organizers", { organizer: `One of ${number}` });
      }
    });
    after(() => calendar.close());

    const follow = async (url: string): Promise<TestResponse> => {
      expect(url.startsWith(calendar.origin), url).to.equal(true);
      const answer = await calendar.get(url.slice(calendar.origin.length));
      expect(answer.status, answer.text).to.equal(200);
      return answer;
    };

    for (const name of NAMES) {
      for (const template of QUERIES[name]) {
        it(`lead through ${name} with "${template}" and back`, async () => {
          const query = template.replace(/\{(\w+)\}/g, (_, key: string) => ids.get(key) ?? "");
          const collection = `${calendar.namespace}/${name}/`;
          const all = await calendar.get(`/${name}?per_page=50&${query}`);
          const expected = all.body[name].map(({ id }: { id: number }) => id);
          expect(expected).to.have.length.within(5, 6);
          const pages = Math.ceil(expected.length / 2);

          let answer = await calendar.get(`/${name}?per_page=2&${query}`);
          const first = answer.text;
          const seen: number[] = [];
          for (let page = 1; page <= pages; page += 1) {
            const { body, headers } = answer;
            expect(headers).to.include({
              "x-tec-total": String(expected.length),
              "x-tec-totalpages": String(pages),
            });
            expect(body).to.include({ total: expected.length, total_pages: pages });
            expect(body.rest_url.startsWith(collection), body.rest_url).to.equal(true);
            expect("next_rest_url" in body).to.equal(page < pages);
            expect("previous_rest_url" in body).to.equal(page > 1);
            expect(JSON.stringify(body)).not.to.contain('"json_ld"');
            seen.push(...body[name].map(({ id }: { id: number }) => id));
            if (page < pages) answer = await follow(body.next_rest_url);
          }
          expect(seen).to.deep.equal(expected);
          for (let page = pages; page > 1; page -= 1) {
            const { previous_rest_url: previous } = answer.body;
            expect(/[?&]page=(\d+)/.exec(previous)?.[1]).to.equal(page === 2 ? undefined : String(page - 1));
            expect(previous).to.match(/[?&]per_page=2(&|$)/);
            answer = await follow(previous);
          }
          expect(JSON.parse(first)[name]).to.deep.equal(answer.body[name]);
        });
      }

      // rules/interface.md#page-past-end
      it(`leave nothing but an empty list of ${name} where nothing matches`, async () => {
        const { status, body, headers } = await calendar.get(`/${name}?search=nothing-like-it`);
        expect(status).to.equal(200);
        expect(Object.keys(body)).to.have.members([name, "rest_url", "total", "total_pages"]);
        expect(body).to.deep.include({ [name]: [], total: 0, total_pages: 0 });
        expect(headers).to.include({ "x-tec-total": "0", "x-tec-totalpages": "0" });
      });
    }
  });
}
