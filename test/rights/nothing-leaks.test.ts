import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

/** Text that occurs only in names of hidden records. */
const MARKER = "zyxwvut";
const STRANGERS = [undefined, "contributor", "subscriber"] as const;
const FAR = "2050-01-01 10:00:00";
const TIMES = { start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" };

/**
 * Ways to hide a record: the values with which it is created, and true if it is moved to the trash
 * afterwards.
 */
const WAYS = [
  { way: "draft", fields: { status: "draft" } },
  { way: "pending", fields: { status: "pending" } },
  { way: "private", fields: { status: "private" } },
  { way: "future", fields: { date: FAR } },
  { way: "trash", fields: {}, isThrownAway: true },
] as const;

const RESOURCES = ["events", "venues", "organizers", "categories", "tags"] as const;

for (const store of stores) {
  describe(`records that are not public on ${store.name}`, () => {
    // The rights of subscribers do not depend on the store.
    const strangers = store === stores[0] ? STRANGERS : STRANGERS.slice(0, 2);
    let calendar: StartedCalendar;
    let shown: Readonly<Record<"event" | "other" | "venue" | "organizer" | "category" | "tag", number>>;

    beforeEach(async () => {
      calendar = await startCalendar(store);
      const venue = await make("/venues", { venue: "Pier" });
      const organizer = await make("/organizers", { organizer: "Ann" });
      const category = await make("/categories", { name: "Music" });
      const tag = await make("/tags", { name: "late" });
      await make("/categories", { name: "Jazz", parent: category });
      await make("/tags", { name: "unused" });
      const event = await make("/events", {
        ...TIMES,
        title: "Concert",
        venue,
        organizer: [organizer],
        categories: [category],
        tags: [tag],
      });
      const other = await make("/events", { ...TIMES, title: "Reading" });
      await make("/venues", { venue: "Idle hall" });
      await make("/organizers", { organizer: "Idle Bob" });
      shown = { event, other, venue, organizer, category, tag };
    });
    afterEach(() => calendar.close());

    const make = async (path: string, fields: object): Promise<number> => {
      const { status, body, text } = await calendar.post(path, { as: "editor", json: fields });
      expect(status, text).to.equal(201);
      return body.id;
    };

    /** Creates a series with one changed occurrence. */
    const makeSeries = async (fields: object, own: object): Promise<number> => {
      const id = await make("/events", { ...fields, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const path = `/events/${id}/occurrences/2031-05`;
      const json = { title: `${MARKER} alone`, cost: MARKER, tags: "late", categories: "Jazz", ...own };
      const editor = { as: "editor" };
      expect((await calendar.send("PATCH", `${path}-02T18:00:00`, { ...editor, json })).status).to.equal(200);
      return id;
    };

    /**
     * Creates one record of each kind for each way of hiding. They are linked to each other and to public
     * records.
     */
    const hide = async () => {
      const hidden: { readonly path: string; readonly id: number; readonly slug: string }[] = [];
      for (const { way, fields, ...rest } of WAYS) {
        const name = `${MARKER} ${way}`;
        const secret = { description: `${MARKER} text`, phone: `${MARKER} phone` };
        const venue = await make("/venues", { venue: name, ...secret, ...fields });
        const organizer = await make("/organizers", { organizer: name, ...secret, ...fields });
        const ties = { categories: "Jazz,music", tags: "late,unused" };
        const common = { ...TIMES, ...ties, ...fields, description: name, cost: MARKER };
        const made = [
          ["/venues", venue],
          ["/organizers", organizer],
          ["/events", await make("/events", { ...common, title: name, venue, organizer: [organizer] })],
          ["/events", await make("/events", { ...common, title: `${name} 2`, venue: shown.venue })],
          ["/events", await make("/events", { ...common, title: `${name} 3`, organizer: shown.organizer })],
          ["/events", await makeSeries({ ...common, title: `${name} 4`, venue: shown.venue }, { venue })],
        ] as const;
        // Public records are linked to hidden records.
        await calendar.send("PATCH", `/events/${shown.other}`, {
          as: "editor",
          json: { venue, organizer: [organizer] },
        });
        for (const [path, id] of made) {
          const item = `${path}/${id}`;
          const kept =
            "isThrownAway" in rest
              ? await calendar.send("DELETE", item, { as: "editor" })
              : await calendar.get(item, { as: "editor" });
          expect(kept.body.status).to.equal(way);
          hidden.push({ path, id, slug: kept.body.slug });
          if (kept.body.is_recurring !== true) continue;
          const listed = await calendar.get(`/events?series=${id}&status=${way}`, { as: "editor" });
          expect(listed.body.total).to.equal(3);
          const [, alone] = listed.body.events;
          hidden.push({ path, id: alone.id, slug: alone.slug });
        }
      }
      return hidden;
    };

    /**
     * Returns the paths of all lists, with each filter that names no hidden record, and of all public
     * records.
     */
    const reads = (): readonly string[] => [
      ...RESOURCES.flatMap((name) =>
        [
          "",
          `search=${MARKER}`,
          `search=${MARKER}%20phone`,
          "per_page=1&page=2",
          "per_page=2",
          "status=publish",
          "status=draft,private",
          "status=trash",
          `event=${shown.event}`,
          `event=${shown.other}`,
          "hide_empty=false",
          "hide_empty=false&orderby=count&order=desc",
          `slug=${MARKER}-draft&hide_empty=0`,
          "has_events=true",
          "has_events=false",
          "only_with_upcoming=true",
          "parent=0",
          `parent=${shown.category}`,
          "start_date=2000-01-01&end_date=2100-01-01",
          `venue=${shown.venue}`,
          `organizer=${shown.organizer}`,
          "categories=jazz",
          `tags=${shown.tag}`,
          "featured=false",
          "facets=categories,tags,venue,organizer,month",
          `facets=categories,venue,organizer&tags=${shown.tag}&search=${MARKER}`,
          "hide_subsequent_recurrences=true",
          `hide_subsequent_recurrences=true&search=${MARKER}`,
          `hide_subsequent_recurrences=true&tags=${shown.tag}&venue=${shown.venue}`,
          `include=${Array.from({ length: 60 }, (_, index) => index + 1)}`,
          `post_parent=${shown.event}`,
        ].map((query) => `/${name}?${query}`),
      ),
      `/events/${shown.event}`,
      `/events/${shown.other}`,
      "/events/by-slug/reading",
      `/venues/${shown.venue}`,
      `/organizers/${shown.organizer}`,
      `/categories/${shown.category}`,
      `/tags/${shown.tag}`,
    ];

    const readAll = async (): Promise<ReadonlyMap<string, string>> => {
      const answers = new Map<string, string>();
      for (const as of strangers) {
        for (const path of reads()) {
          const { status, headers, text } = await calendar.get(path, as === undefined ? {} : { as });
          const { etag, "x-tec-total": total, "x-tec-totalpages": pages } = headers;
          // The revision within the ETag may change, because readers of a record may learn that it was
          // written.
          const tag = etag?.replace(/^"\d+-(?=[\w-]{27}(?:-\w+)?"$)/, '"');
          answers.set(`${as} ${path}`, JSON.stringify([status, total, pages, tag, text]));
        }
      }
      return answers;
    };

    it("change nothing that strangers read: no item, no total, no count, no link, no tag of a cache", async () => {
      const before = await readAll();
      await hide();
      const after = await readAll();
      for (const [read, answer] of before) expect(after.get(read), read).to.equal(answer);
    }).timeout(60_000);

    it("are named by nothing that strangers can ask for by their ids and slugs", async () => {
      const hidden = await hide();
      for (const as of strangers) {
        const ask = (path: string) => calendar.get(path, as === undefined ? {} : { as });
        for (const { path, id, slug } of hidden) {
          const resource = path.slice(1, -1);
          for (const address of [`${path}/${id}`, ...(slug === "" ? [] : [`${path}/by-slug/${slug}`])]) {
            const { status, text } = await ask(address);
            expect(status, address).to.equal(403);
            expect(text, address).not.to.include(MARKER);
          }
          expect((await ask(`/events?include=${id}`)).body.total).to.equal(0);
          const filters = {
            event: [
              "/venues?event=",
              "/organizers?event=",
              "/categories?event=",
              "/tags?post=",
              "/events?post_parent=",
              "/events?series=",
            ],
            venue: ["/events?venue="],
            organizer: ["/events?organizer="],
          }[resource];
          for (const filter of filters ?? []) {
            const unreadable = await ask(filter + id);
            expect(unreadable.status, filter).to.equal(400);
            expect(unreadable.text).to.equal((await ask(`${filter}999999`)).text);
          }
        }
      }
    }).timeout(60_000);

    it("are not found by somebody who makes a record of the same name", async () => {
      const hidden = new Set((await hide()).map(({ id }) => id));
      for (const { way } of WAYS) {
        const name = `${MARKER} ${way}`;
        const made = [
          await calendar.post("/venues", { as: "contributor", json: { venue: name } }),
          await calendar.post("/organizers", { as: "contributor", json: { organizer: name } }),
        ];
        const { body } = await calendar.post("/events", {
          as: "contributor",
          json: { ...TIMES, title: "Mine", venue: { venue: name }, organizer: { organizer: name } },
        });
        for (const answer of made) {
          expect(answer.status).to.equal(201);
          expect(hidden.has(answer.body.id), way).to.equal(false);
          expect(answer.body).not.to.have.any.keys("phone", "description");
        }
        expect([body.venue.id, body.organizer[0].id]).to.deep.equal(made.map((answer) => answer.body.id));
      }
    });
  });
}
