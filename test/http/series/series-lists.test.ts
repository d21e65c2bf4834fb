import type { Plugin } from "@kalends/core/interface";
import { eventFilter } from "@kalends/core/plugin";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { Body } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const TITLES = "application/vnd.titles+json";

/** Plugin with a filter by distance and a list format. */
const sample: Plugin = {
  name: "sample",
  setup: () => ({
    eventFilters: [
      eventFilter<{ readonly near: boolean | undefined }>({
        parameters: { near: { type: "boolean", description: "Only events near the pier." } },
        pure: false,
        narrow: (query, { near }) =>
          near === true
            ? {
                ...query,
                location: {
                  visible: query.visible,
                  within: { center: { lat: 44.4, lng: 8.9 }, kilometres: 5 },
                },
              }
            : query,
      }),
    ],
    formats: [
      {
        list: "events",
        pure: false,
        mediaType: TITLES,
        description: "Titles alone.",
        present: ({ events }) => ({
          titles: (events as readonly { readonly title: string }[]).map(({ title }) => title),
        }),
      },
    ],
  }),
};

for (const store of stores) {
  describe(`lists with series on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let jam: Body;
    let talk: Body;
    let fair: Body;

    const add = async (title: string, start: string, json: object = {}): Promise<Body> => {
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: { title, start_date: start, end_date: `${start.slice(0, 11)}23:00:00`, ...json },
      });
      expect(status, text).to.equal(201);
      return body;
    };
    const list = async (query: string): Promise<Body> => {
      const { status, text, body } = await calendar.get(`/events?${query}`);
      expect(status, text).to.equal(200);
      return body;
    };
    /** Returns titles and dates in the form `Jam 04-01`. */
    const named = ({ events }: Body): readonly string[] =>
      events.map(({ title, start_date }: Body) => `${title} ${start_date.slice(5, 10)}`);

    before(async () => {
      calendar = await startCalendar(store, { plugins: [sample], perPage: 20 });
      jam = await add("Jam", "2031-04-01 20:00:00", {
        description: "Bring your trumpet.",
        venue: { venue: "Pier" },
        organizer: { organizer: "Ann" },
        categories: "Music",
        tags: "jazz",
        recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"], except: ["2031-04-15 20:00:00"] },
      });
      const [venue] = await calendar.store.venues.readAfter(0, 1);
      if (venue !== undefined) {
        const coordinates = { lat: 44.4, lng: 8.9 };
        await calendar.store.transaction((unit) => unit.venues.save({ ...venue, coordinates }));
      }
      talk = await add("Talk", "2031-04-07 18:00:00", {
        featured: true,
        recurrence: { rules: ["FREQ=DAILY;COUNT=3"], dates: ["2034-01-01 18:00:00"] },
      });
      fair = await add("Fair", "2031-04-08 19:00:00");
    });
    after(() => calendar.close());

    const ALL = [
      ...["Jam 04-01", "Talk 04-07", "Talk 04-08", "Fair 04-08", "Jam 04-08", "Talk 04-09"],
      "Jam 04-22",
    ];
    const JAMS = ALL.filter((name) => name.startsWith("Jam"));

    it("have occurrences in order among single events, and no series", async () => {
      const body = await list("");
      expect(named(body)).to.deep.equal(ALL);
      expect(body.total).to.equal(ALL.length);
      expect(body.events.map(({ id }: Body) => id)).not.to.include.members([jam.id, talk.id]);
      const [first] = body.events;
      expect(first).to.include({ is_recurring: true, slug: "jam-2031-04-01" });
      expect(first.url).to.equal(`${calendar.origin}/event/jam-2031-04-01/`);
      expect(first).not.to.have.property("next_occurrence");
      expect(first.recurrence).to.deep.include({
        series_id: jam.id,
        recurrence_id: "2031-04-01 20:00:00",
        rules: ["FREQ=WEEKLY;COUNT=4"],
        dates: [],
        except: ["2031-04-15 20:00:00"],
      });
      const single = body.events.find(({ id }: Body) => id === fair.id);
      expect(single).to.include({ is_recurring: false }).and.not.have.property("recurrence");
    });

    it("are found by all filters, windows and forms", async () => {
      const table: readonly (readonly [query: string, names: readonly string[]])[] = [
        ["start_date=2031-04-08&end_date=2031-04-08", ["Talk 04-08", "Fair 04-08", "Jam 04-08"]],
        ["starts_after=2031-04-09&end_date=2035-01-01", ["Jam 04-22", "Talk 01-01"]],
        ["ends_before=2031-04-07&start_date=2031-04-01", ["Jam 04-01", "Talk 04-07"]],
        ["start_date=2034-01-01&end_date=2034-01-01", ["Talk 01-01"]],
        ["search=trumpet", JAMS],
        ["categories=music", JAMS],
        ["tags=jazz&end_date=2031-04-08", ["Jam 04-01", "Jam 04-08"]],
        [`venue=${jam.venue.id}`, JAMS],
        [`organizer=${jam.organizer[0].id}`, JAMS],
        ["near=true", JAMS],
        ["featured=true", ["Talk 04-07", "Talk 04-08", "Talk 04-09"]],
        ["status=publish&search=talk&per_page=2&page=2", ["Talk 04-09"]],
        [`series=${jam.id}`, JAMS],
        [`series=${jam.id},${talk.id}&featured=1&end_date=2031-04-07`, ["Talk 04-07"]],
        [`series[]=${fair.id}`, []],
        ["hide_subsequent_recurrences=false", ALL],
        ["hide_subsequent_recurrences=true", ["Jam 04-01", "Talk 04-07", "Fair 04-08"]],
        ["hide_subsequent_recurrences=1&start_date=2031-04-08", ["Talk 04-08", "Fair 04-08", "Jam 04-08"]],
        ["hide_subsequent_recurrences=1&search=trumpet&start_date=2031-04-02", ["Jam 04-08"]],
        ["hide_subsequent_recurrences=1&near=1", ["Jam 04-01"]],
        ["hide_subsequent_recurrences=1&featured=0&per_page=1&page=2", ["Fair 04-08"]],
      ];
      for (const [query, names] of table) expect(named(await list(query)), query).to.deep.equal(names);
      const { text } = await calendar.get(`/events?series=${jam.id}`, { headers: { accept: TITLES } });
      expect(JSON.parse(text)).to.deep.equal({ titles: ["Jam", "Jam", "Jam"] });
    });

    it("count series once where later occurrences are hidden, and say so in their links", async () => {
      const first = await list(`hide_subsequent_recurrences=true&series=${jam.id},${talk.id}&per_page=1`);
      expect(first).to.include({ total: 2, total_pages: 2 });
      expect(first.rest_url).to.contain(`&series=${jam.id},${talk.id}&hide_subsequent_recurrences=1`);
      const second = await calendar.get(first.next_rest_url.slice(calendar.origin.length));
      expect(named(second.body)).to.deep.equal(["Talk 04-07"]);
      expect(second.body.previous_rest_url).to.contain("hide_subsequent_recurrences=1");
    });

    it("take the id of an occurrence for that of its series, and refuse ids that are none", async () => {
      const { events } = await list("search=jam");
      const body = await list(`series=${events[1].id}`);
      expect(named(body)).to.deep.equal(JAMS);
      expect(body.rest_url).to.contain(`series=${jam.id}`);
      for (const ids of ["999999", "x", `${jam.id},999999`, "", "0", jam.venue.id]) {
        const { status, body } = await calendar.get(`/events?series=${ids}`);
        expect([status, Object.keys(body.data?.params ?? {})], ids).to.deep.equal([400, ["series"]]);
      }
      const refused = await calendar.get("/events?hide_subsequent_recurrences=often");
      expect(refused.body.data.params).to.have.keys(["hide_subsequent_recurrences"]);
    });

    it("show series where they are asked for by id", async () => {
      const { events } = await list(`search=talk&hide_subsequent_recurrences=1`);
      const body = await list(`include=${talk.id},${events[0].id},${fair.id}`);
      expect(body.total).to.equal(3);
      const series = body.events.find(({ id }: Body) => id === talk.id);
      expect(series).to.include({ is_recurring: true, slug: "talk", start_date: "2031-04-07 18:00:00" });
      expect(series.next_occurrence).to.include({ id: events[0].id, recurrence_id: "2031-04-07 18:00:00" });
      expect(series.recurrence).not.to.have.property("recurrence_id");
    });

    it("of venues, organizers and terms take both kinds of ids", async () => {
      const { events } = await list("search=jam");
      for (const id of [jam.id, events[0].id]) {
        for (const [path, member] of [
          [`/venues?event=${id}`, "venues"],
          [`/organizers?event=${id}`, "organizers"],
          [`/categories?event=${id}`, "categories"],
          [`/categories?post=${id}`, "categories"],
          [`/tags?event=${id}`, "tags"],
          [`/tags?post=${id}`, "tags"],
        ] as const) {
          const { status, text, body } = await calendar.get(path);
          expect(status, text).to.equal(200);
          expect(body[member], path).to.have.length(1);
        }
      }
      const upcoming = await calendar.get("/venues?only_with_upcoming=true&has_events=true");
      expect(upcoming.body.venues).to.have.length(1);
      const { body } = await calendar.get("/tags");
      // A series counts as one event.
      expect(body.tags.map(({ slug, count }: Body) => [slug, count])).to.deep.equal([["jazz", 1]]);
    });

    it("select fields, also of what recurs", async () => {
      const body = await list("_fields=events.recurrence.recurrence_id,total&search=jam&per_page=1");
      expect(body).to.deep.equal({
        total: 3,
        events: [{ recurrence: { recurrence_id: "2031-04-01 20:00:00" } }],
      });
    });
  });
}
