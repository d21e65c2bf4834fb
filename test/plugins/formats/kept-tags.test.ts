import type { EventFormat, Plugin } from "@kalends/core/interface";
import { eventFilter, eventFormat } from "@kalends/core/plugin";
import { expect } from "chai";
import { NOW, type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { stores } from "../../stores.ts";

const DAY = 24 * 60 * 60 * 1000;

interface Written {
  count: number;
}

const titlesFormat = (extension: string, written: Written, more: Pick<EventFormat, "pure">): EventFormat =>
  eventFormat<{ readonly weight: number | undefined }>({
    ...more,
    mediaType: `text/x-${extension}`,
    extension,
    description: "The titles of events.",
    order: "id",
    parameters: { weight: { description: "How much longer lines are.", type: "integer" } },
    async *write(events, { weight = 0 }, { present, actor }) {
      written.count += 1;
      yield `${present.namespace} ${actor.capabilities.has("edit_others")}\n`;
      for await (const { view } of events)
        yield `${view.event.title} ${present.eventUrl(view.event)} ${view.venue?.venue.name} ${"x".repeat(weight)}\n`;
    },
  });

const files = (written: Written): Plugin => ({
  name: "files",
  setup: ({ calendar, clock }) => ({
    eventFormats: [
      titlesFormat("titles", written, { pure: true }),
      titlesFormat("others", written, { pure: false }),
    ],
    website: [
      {
        pure: true,
        async handle({ path, home }) {
          if (path !== "/from-today") return undefined;
          const today = new Date(clock.now()).toISOString().slice(0, 10);
          const events = await calendar.as("anonymous").events.feed({ start_date: today });
          return {
            type: "text/plain",
            key: events.key && `${home}\n${events.key}`,
            async *write() {
              written.count += 1;
              for await (const { view } of events) yield `${view.event.title}\n`;
            },
          };
        },
      },
    ],
  }),
});

const on = (day: number) => ({
  start_date: `2031-04-${String(day).padStart(2, "0")} 10:00:00`,
  end_date: `2031-04-${String(day).padStart(2, "0")} 12:00:00`,
});

for (const store of stores) {
  // rules/interface.md#event-formats
  describe(`tags of files of events on ${store.name}`, () => {
    const written: Written = { count: 0 };
    let calendar: StartedCalendar;
    let time: number;
    const start = (options: Parameters<typeof startCalendar>[1] = {}): Promise<StartedCalendar> =>
      startCalendar(store, {
        plugins: [files(written)],
        clock: { now: () => time },
        locales: ["fr"],
        trustProxy: true,
        ...options,
      });

    beforeEach(async () => {
      time = NOW;
      calendar = await start();
      await calendar.post("/events", { as: "author", json: { title: "Jazz", ...on(1) } });
    });
    afterEach(() => calendar.close());

    interface Asked {
      readonly as?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }

    /** Requests a file. Returns status, ETag and text, and the number of times that the file was written. */
    const ask = async (path: string, tag?: string, { headers, ...asked }: Asked = {}) => {
      const before = written.count;
      const answer = await calendar.get(path, {
        ...asked,
        headers: { "accept-encoding": "identity", ...headers, ...(tag && { "if-none-match": tag }) },
      });
      return {
        status: answer.status,
        text: answer.text,
        tag: answer.headers.etag ?? "",
        vary: answer.headers.vary,
        writes: written.count - before,
      };
    };

    /** Checks that the response is a 304 and that no line of the file was written for it. */
    const expectUnwritten = async (path: string, tag: string, asked: Asked = {}): Promise<void> => {
      const { status, text, writes, ...again } = await ask(path, tag, asked);
      expect({ status, text, writes }, path).to.deep.equal({ status: 304, text: "", writes: 0 });
      expect(again.tag).to.equal(tag);
    };

    it("are kept, so that nothing is written for whoever has the file, until something is stored", async () => {
      const first = await ask("/events.titles");
      expect(first.status).to.equal(200);
      await expectUnwritten("/events.titles", first.tag);
      await calendar.post("/events", { as: "author", json: { title: "Swing", ...on(2) } });
      const second = await ask("/events.titles", first.tag);
      expect(second.status).to.equal(200);
      expect(second.text).to.include("Swing");
      await expectUnwritten("/events.titles", second.tag);
      expect((await ask("/events.titles", first.tag)).status).to.equal(200);
    });

    it("stay the same where what was stored is not in the file", async () => {
      const { tag } = await ask("/events.titles");
      await calendar.post("/venues", { as: "editor", json: { venue: "Mill" } });
      expect(await ask("/events.titles", tag)).to.include({ status: 304, writes: 1 });
      await expectUnwritten("/events.titles", tag);
    });

    it("change with the venue, the title and the slug of what is shown, and with what is deleted", async () => {
      const venue = await calendar.post("/venues", { as: "editor", json: { venue: "Mill" } });
      const [one, two] = [on(2), on(3)];
      const kept = await calendar.post("/events", {
        as: "editor",
        json: { title: "Swing", ...one, venue: { id: venue.body.id } },
      });
      const gone = await calendar.post("/events", { as: "editor", json: { title: "Gone", ...two } });
      const changes: readonly (() => Promise<unknown>)[] = [
        () => calendar.send("PATCH", `/venues/${venue.body.id}`, { as: "editor", json: { venue: "Barn" } }),
        () => calendar.send("PATCH", `/events/${kept.body.id}`, { as: "editor", json: { title: "Bop" } }),
        () => calendar.send("PATCH", `/events/${kept.body.id}`, { as: "editor", json: { slug: "bop" } }),
        () => calendar.send("PATCH", `/events/${kept.body.id}`, { as: "editor", json: { status: "draft" } }),
        () => calendar.send("DELETE", `/events/${gone.body.id}`, { as: "editor" }),
      ];
      let { tag } = await ask("/events.titles");
      for (const change of changes) {
        await change();
        const now = await ask("/events.titles", tag);
        expect(now.status).to.equal(200);
        tag = now.tag;
        await expectUnwritten("/events.titles", tag);
      }
      const of = await ask(`/venues/${venue.body.id}.titles`);
      await expectUnwritten(`/venues/${venue.body.id}.titles`, of.tag);
    });

    it("are those of the caller: of their rights, and of what they have written", async () => {
      await calendar.post("/events", { as: "author", json: { title: "Draft", ...on(2), status: "draft" } });
      const visitor = await ask("/events.titles");
      const author = await ask("/events.titles", visitor.tag, { as: "author" });
      expect(author.status).to.equal(200);
      expect(author.text).to.include("Draft");
      const other = await ask("/events.titles", author.tag, { as: "other" });
      expect(other.status).to.equal(200);
      const editor = await ask("/events.titles", author.tag, { as: "editor" });
      expect(editor.status).to.equal(200);
      await expectUnwritten("/events.titles", visitor.tag);
      await expectUnwritten("/events.titles", author.tag, { as: "author" });
      await expectUnwritten("/events.titles", editor.tag, { as: "editor" });
    });

    it("are those of the address: its query, its site and its language", async () => {
      await calendar.post("/events", { as: "author", json: { title: "Swing", ...on(2) } });
      const { tag } = await ask("/events.titles");
      await expectUnwritten("/events.titles", tag);
      const others: readonly (readonly [string, Asked?])[] = [
        ["/events.titles?search=swing"],
        ["/events.titles?weight=1"],
        ["//fr/wp-json/tribe/events/v1/events.titles"],
        ["/events.titles", { headers: { "x-forwarded-host": "town.example" } }],
      ];
      for (const [path, asked] of others) {
        const other = await ask(path, tag, asked);
        expect(other.status, path).to.equal(200);
        await expectUnwritten(path, other.tag, asked);
      }
      await expectUnwritten("/events.titles", tag);
    });

    it("go by the time where the address does", async () => {
      time = Date.UTC(2031, 3, 1, 3, 59, 0);
      for (const path of ["/events.titles?start_date=today", "//from-today"]) {
        time = Date.UTC(2031, 3, 1, 12, 0, 0);
        const { tag, text } = await ask(path);
        expect(text).to.include("Jazz");
        time += 10_000;
        await expectUnwritten(path, tag);
        time += DAY;
        const later = await ask(path, tag);
        expect(later.status, path).to.equal(200);
        expect(later.text).not.to.include("Jazz");
        time -= DAY;
        expect(await ask(path, later.tag)).to.include({ status: 200 });
      }
    });

    it("are known of long files, too, which are then written once for whoever has them not", async () => {
      const path = "/events.titles?weight=5000000";
      const first = await ask(path);
      expect(first.writes).to.equal(2);
      await expectUnwritten(path, first.tag);
      const second = await ask(path, '"other"');
      expect(second).to.deep.equal({ ...first, writes: 1 });
      await calendar.post("/events", { as: "author", json: { title: "Swing", ...on(2) } });
      const third = await ask(path, first.tag);
      expect(third.status).to.equal(200);
      expect(third.text).to.include("Swing");
    });

    it("are made once for all that ask at the same time", async () => {
      const path = "/events.titles?weight=5000000";
      const before = written.count;
      const answers = await Promise.all([1, 2, 3].map(() => calendar.get(path)));
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).to.equal(1);
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect(written.count - before).to.equal(4);
    });

    it("are those of compressed files, and of every method that reads", async () => {
      const path = "/events.titles?weight=5000";
      const { tag } = await ask(path, undefined, { headers: { "accept-encoding": "br" } });
      expect(tag).to.match(/-br"$/);
      await expectUnwritten(path, tag, { headers: { "accept-encoding": "br" } });
      const plain = await ask(path);
      const known = await ask(path, plain.tag);
      expect([known.status, known.vary]).to.deep.equal([304, plain.vary]);
      const head = await calendar.send("HEAD", path, { headers: { "if-none-match": plain.tag } });
      expect([head.status, head.headers.etag]).to.deep.equal([304, plain.tag]);
      expect((await ask(path, "*")).status).to.equal(304);
    });

    it("are not kept of what is not pure", async () => {
      const { tag } = await ask("/events.others");
      expect(await ask("/events.others", tag)).to.include({ status: 304, writes: 1 });
    });

    it("are not kept where a filter, a member or a policy is not pure", async () => {
      const impure: readonly Plugin[] = [
        { name: "narrowing", setup: () => ({ policies: [{ pure: false, narrow: () => undefined }] }) },
        {
          name: "remarks",
          setup: () => ({
            members: [
              {
                record: "event",
                schemas: { remark: { type: "string" } },
                pure: false,
                membersOf: (records) => records.map(() => ({})),
              },
            ],
          }),
        },
        {
          name: "halves",
          setup: () => ({
            eventFilters: [eventFilter<object>({ parameters: {}, pure: false, narrow: (query) => query })],
          }),
        },
      ];
      for (const plugin of impure) {
        const other = await start({ plugins: [files(written), plugin] });
        const before = written.count;
        const { headers } = await other.get("/events.titles");
        await other.get("/events.titles", { headers: { "if-none-match": headers.etag ?? "" } });
        expect(written.count - before, plugin.name).to.equal(2);
        await other.close();
      }
    });
  });
}
