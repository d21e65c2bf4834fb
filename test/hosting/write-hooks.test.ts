import type { WriteHook } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { firstStore } from "../stores.ts";
import { AN_EVENT, type HostServer, listen } from "./host-server.ts";

const USERS: Readonly<Record<string, Identity>> = {
  alma: { id: 7, roles: ["editor"] },
  bruno: { id: 8, roles: ["contributor"] },
};

/** Write hook that refuses titles and names in capital letters, for every kind of record. */
const refuseShouting: NonNullable<WriteHook["beforeSave"]> = ({ record }) => {
  const name = "title" in record ? record.title : record.name;
  const parameter = "title" in record ? "title" : "name";
  return name === name.toUpperCase() ? { problem: { parameter, text: "Do not shout." } } : record;
};

for (const { name, open } of firstStore) {
  describe(`hooks before writes, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;
    let logged: (readonly [level: string, message: string])[];
    let now: number;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      const log = (level: string) => (message: string) => void logged.push([level, message]);
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: { now: () => now },
        identity: ({ headers }) => USERS[String(headers.cookie)],
        logger: { debug() {}, info() {}, warn: log("warn"), error: log("error") },
        ...options,
      });
      server = await listen(calendar.callback);
    };
    const post = (path: string, json: object, user = "alma", headers = {}) =>
      server.post(path, { headers: { cookie: user, ...headers }, json });
    const remove = (path: string) => server.send("DELETE", path, { headers: { cookie: "alma" } });

    beforeEach(async () => {
      logged = [];
      now = Date.UTC(2031, 0, 1);
      store = await open();
    });
    afterEach(async () => {
      await server?.close();
      await calendar?.close();
      await store.close();
    });

    it("see each record that is written, as it was and as it would be, and by whom", async () => {
      const seen: unknown[] = [];
      await start({
        beforeSave({ kind, record, before, actor }) {
          const nameOf = (one: typeof record): string => ("title" in one ? one.title : one.name);
          seen.push([kind, nameOf(record), before && nameOf(before), actor?.id]);
          return undefined;
        },
      });
      const { body } = await post("/events", {
        ...AN_EVENT,
        venue: { venue: "Mill" },
        organizer: [{ organizer: "Ann" }],
        tags: ["jazz"],
      });
      await post(`/events/${body.id}`, { title: "Autumn fair" }, "alma");
      await remove(`/events/${body.id}`);
      await post(`/events/${body.id}`, { status: "publish" });
      await post("/categories", { name: "Music" });
      await post("/venues", { venue: "Mill", city: "Genova" });
      expect(seen).to.deep.equal([
        ["venue", "Mill", undefined, 7],
        ["organizer", "Ann", undefined, 7],
        ["tag", "jazz", undefined, 7],
        ["event", "Spring fair", undefined, 7],
        ["event", "Autumn fair", "Spring fair", 7],
        ["event", "Autumn fair", "Autumn fair", 7],
        ["event", "Autumn fair", "Autumn fair", 7],
        ["category", "Music", undefined, 7],
        ["venue", "Mill", "Mill", 7],
      ]);
    });

    it("refuse by a parameter, and nothing of the write is stored", async () => {
      await start({ beforeSave: refuseShouting });
      const loud = await post("/events", {
        ...AN_EVENT,
        title: "COME",
        venue: { venue: "Mill" },
        tags: ["new"],
      });
      expect([loud.status, loud.body.code, loud.body.data.params]).to.deep.equal([
        400,
        "rest_invalid_param",
        { title: "Do not shout." },
      ]);
      const inside = await post("/events", { ...AN_EVENT, venue: { venue: "MILL" } });
      expect([inside.status, Object.keys(inside.body.data.params)]).to.deep.equal([400, ["venue"]]);
      const tagged = await post("/events", { ...AN_EVENT, tags: ["NEW"] });
      expect([tagged.status, Object.keys(tagged.body.data.params)]).to.deep.equal([400, ["tags"]]);
      expect((await post("/tags", { name: "NEW" })).body.data.params).to.deep.equal({
        name: "Do not shout.",
      });
      for (const list of ["events", "venues", "tags"]) {
        expect((await server.get(`/${list}`)).body.total, list).to.equal(0);
      }
      const { body } = await post("/events", AN_EVENT);
      expect((await post(`/events/${body.id}`, { title: "COME" })).status).to.equal(400);
      expect((await server.get(`/events/${body.id}`)).body.title).to.equal("Spring fair");
    });

    it("amend what is stored, which is named, and refused where the request is strict", async () => {
      const events: string[] = [];
      await start({
        plugins: [
          {
            name: "rules",
            setup: () => ({
              writeHooks: [
                {
                  beforeSave: ({ kind, record }) =>
                    kind === "event" ? { ...record, title: `${record.title}!`, featured: true } : record,
                },
              ],
            }),
          },
        ],
        beforeSave({ kind, record }) {
          if (kind === "event") {
            const schedule = { ...record.schedule, end: "2031-05-01 11:00:00" };
            return {
              ...record,
              title: `${record.title}?`,
              description: "<p>ok</p><script>x()</script>",
              cost: { ...record.cost, values: ["<img src=x onerror=x()>5&amp;6 €"] },
              schedule,
            };
          }
          return kind === "venue" ? { ...record, city: "Genova" } : undefined;
        },
      });
      calendar.events.on("event.created", ({ after }) => void events.push(after.title));
      const sent = { ...AN_EVENT, venue: { venue: "Mill" } };
      const strict = await post("/events", sent, "alma", { Prefer: "handling=strict" });
      expect([strict.status, Object.keys(strict.body.data.params)]).to.deep.equal([
        400,
        ["venue[city]", "featured", "title", "description", "cost", "end_date"],
      ]);
      const { status, headers, body } = await post("/events", sent);
      expect([status, headers["x-kalends-adjusted"]]).to.deep.equal([
        201,
        "venue%5Bcity%5D,featured,title,description,cost,end_date",
      ]);
      expect(body.title).to.equal("Spring fair!?");
      expect(body.description).to.not.contain("script");
      expect(body.cost).to.not.contain("<");
      expect([body.featured, body.end_date, body.utc_end_date, body.venue.city]).to.deep.equal([
        true,
        "2031-05-01 11:00:00",
        "2031-05-01 11:00:00",
        "Genova",
      ]);
      expect((await server.get(`/events/${body.id}`)).body.title).to.equal("Spring fair!?");
      const { adjustments } = await calendar.as(USERS.alma).events.create(AN_EVENT);
      expect(adjustments).to.deep.include({ parameter: "featured", reason: "amended" });
      await calendar.close();
      expect(events).to.deep.equal(["Spring fair!?", "Spring fair!?"]);
    });

    it("may not amend what is not content, nor to what cannot be stored, which is logged", async () => {
      let amend: (record: object) => object = (record) => record;
      await start({ beforeSave: ({ record }) => amend(record) as typeof record });
      const cases: readonly [object, string][] = [
        [{ id: 5 }, "id"],
        [{ author: 5 }, "author"],
        [{ status: "draft" }, "status"],
        [{ slug: "mine" }, "slug"],
        [{ imageId: 5 }, "imageId"],
        [{ other: 5 }, "other"],
        [{ title: " " }, "title"],
        [{ description: undefined }, "description"],
        [{ featured: 1 }, "featured"],
        [{ eventStatus: "canceled" }, "event_status"],
        [{ venueId: 99 }, "venue"],
        [{ organizerIds: [99] }, "organizer"],
        [{ categoryIds: [99] }, "categories"],
        [{ website: "javascript:x" }, "website"],
        [{ extensions: { mine: 5 } }, "extensions"],
        [{ schedule: undefined }, "start_date"],
      ];
      for (const [change, parameter] of cases) {
        amend = (record) => ({ ...record, ...change });
        const { status, body } = await post("/events", AN_EVENT);
        expect([status, Object.keys(body.data.params ?? {})], JSON.stringify(change)).to.deep.equal([
          400,
          [parameter],
        ]);
      }
      amend = (record) => {
        const { schedule } = record as { schedule: object };
        return { ...record, schedule: { ...schedule, end: "2030-01-01 00:00:00" } };
      };
      expect(Object.keys((await post("/events", AN_EVENT)).body.data.params)).to.deep.equal(["end_date"]);
      expect(logged.filter(([level]) => level === "error")).to.have.length(cases.length + 1);
      expect((await server.get("/events")).body.total).to.equal(0);
    });

    it("end the request when what they answer is no answer, and nothing is stored", async () => {
      let answer: () => unknown = () => undefined;
      await start({ beforeSave: () => answer() as undefined });
      const cases: readonly (() => unknown)[] = [
        () => 5,
        () => null,
        () => Promise.resolve(),
        () => Promise.reject(new Error("late")),
        () => ({ problem: "none" }),
        () => {
          throw new Error("broken");
        },
      ];
      for (const one of cases) {
        answer = one;
        expect((await post("/events", AN_EVENT)).status).to.equal(500);
      }
      expect((await server.get("/events")).body.total).to.equal(0);
      expect(logged).to.have.length(cases.length);
    });

    it("are refused at the start when they cannot answer at once", async () => {
      const later = async () => undefined;
      const attempt = (options: CalendarOptions): Promise<string> =>
        createCalendar({ storage: store, identity: () => undefined, ...options }).then(
          () => "",
          (error: Error) => error.message,
        );
      expect(await attempt({ beforeSave: later as never })).to.contain("beforeSave must not be asynchronous");
      expect(await attempt({ check: 5 as never })).to.contain("check is not a function");
      const setup = () => ({ writeHooks: [{ beforeSave: later as never }] });
      const problem = /plugin late cannot be set up: .*beforeSave must not be asynchronous/;
      expect(await attempt({ plugins: [{ name: "late", setup }] })).to.match(problem);
      await start();
    });

    it("keep a scheduled record that they refuse, say so once, and publish the others", async () => {
      let isStrict = false;
      await start({
        beforeSave: ({ kind, record, actor }) =>
          isStrict && actor === undefined && kind === "event" && record.title.startsWith("Bad")
            ? { problem: { parameter: "title" } }
            : record,
      });
      const date = "2031-01-02 00:00:00";
      const bad = await post("/events", { ...AN_EVENT, title: "Bad", date });
      const good = await post("/events", { ...AN_EVENT, title: "Good", date });
      expect([bad.body.status, good.body.status]).to.deep.equal(["future", "future"]);
      isStrict = true;
      now = Date.UTC(2031, 0, 3);
      expect([await calendar.publishDue(), await calendar.publishDue()]).to.deep.equal([1, 0]);
      expect(logged).to.deep.equal([["warn", "a hook refused to publish a scheduled record"]]);
      expect((await store.events.find(bad.body.id))?.status).to.equal("future");
      await post(`/events/${bad.body.id}`, { title: "Better" });
      await calendar.publishDue();
      expect((await store.events.find(bad.body.id))?.status).to.equal("publish");
    });

    it("ask checks ahead, with what would be stored, and store nothing of what these refuse", async () => {
      const asked: unknown[] = [];
      await start({
        beforeSave: ({ kind, record }) =>
          kind === "event" ? { ...record, title: `${record.title}!` } : record,
        async check({ kind, record, before, actor }) {
          const title = "title" in record ? record.title : record.name;
          asked.push([kind, record.id, title, before?.id, actor?.id]);
          return title.startsWith("Spam") ? { problem: { parameter: "title", text: "Spam." } } : undefined;
        },
      });
      const refused = await post("/events", { ...AN_EVENT, title: "Spam", venue: { venue: "Mill" } });
      expect([refused.status, refused.body.data.params]).to.deep.equal([400, { title: "Spam." }]);
      expect((await server.get("/venues")).body.total).to.equal(0);
      const { body } = await post("/events", AN_EVENT);
      expect((await post(`/events/${body.id}`, { title: "Spam" })).status).to.equal(400);
      expect((await remove(`/events/${body.id}`)).status).to.equal(200);
      expect((await post("/tags", { name: "Spam" })).status).to.equal(400);
      expect(asked).to.deep.equal([
        ["venue", 0, "Mill", undefined, 7],
        ["event", 0, "Spam!", undefined, 7],
        ["event", 0, "Spring fair!", undefined, 7],
        ["event", body.id, "Spam!", body.id, 7],
        ["event", body.id, "Spring fair!!", body.id, 7],
        ["tag", 0, "Spam", undefined, 7],
      ]);
      expect((await post("/events", AN_EVENT, "nobody")).status).to.equal(401);
      expect(asked).to.have.length(6);
    });
  });
}
