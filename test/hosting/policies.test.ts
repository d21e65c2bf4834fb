import type { Narrowing, Policy } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const USERS: Readonly<Record<string, Identity>> = {
  alma: { id: 7, roles: ["editor"] },
  bruno: { id: 8, roles: ["editor"] },
};

const TEAMS: Readonly<Record<number, string>> = { 7: "red", 8: "blue" };

/** Policy by which users see the records of their team. Visitors see the records without a team. */
const byTeam: Policy = {
  pure: true,
  narrow: ({ actor: { id } }) => ({
    extensions: [
      { plugin: "team", field: "name", anyOf: [id === undefined ? "none" : (TEAMS[id] ?? "none")] },
    ],
  }),
};

for (const { name, open } of firstStore) {
  describe(`policies, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;
    let errors: string[];

    const start = async (options: CalendarOptions): Promise<void> => {
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        identity: ({ headers }) => USERS[String(headers.cookie)],
        logger: { debug() {}, info() {}, warn() {}, error: (message) => void errors.push(message) },
        beforeSave: ({ record, actor, before }) => {
          if (!("status" in record) || before !== undefined || actor?.id === undefined) return record;
          const team = { name: TEAMS[actor.id] ?? "none" };
          return { ...record, extensions: { ...record.extensions, team } };
        },
        ...options,
      });
      server = await listen(calendar.callback);
    };
    const as = (user: string) => ({ headers: { cookie: user } });
    const post = (path: string, json: object, user: string) => server.post(path, { ...as(user), json });

    beforeEach(async () => {
      errors = [];
      store = await open();
    });
    afterEach(async () => {
      await server?.close();
      await calendar?.close();
      await store.close();
    });

    it("narrow reads everywhere alike, and totals with them", async () => {
      await start({ policies: [byTeam] });
      const red = {
        ...AN_EVENT,
        title: "Red fair",
        venue: { venue: "Mill" },
        organizer: [{ organizer: "Ann" }],
      };
      const { body: event } = await post("/events", red, "alma");
      const blue = await post(
        "/events",
        { ...AN_EVENT, title: "Blue fair", venue: { venue: "Mill" } },
        "bruno",
      );
      expect(blue.status).to.equal(201);
      // A venue with this name exists, but the user cannot see it. Therefore a new venue is created.
      expect(blue.body.venue.id).to.not.equal(event.venue.id);
      const listed = async (path: string, user: string): Promise<readonly [number, number]> => {
        const { body } = await server.get(path, as(user));
        return [body.total, (body.events ?? body.venues ?? body.organizers).length];
      };
      for (const path of ["/events", "/venues", "/events?search=fair&per_page=1", "/venues?search=mill"]) {
        for (const user of ["alma", "bruno"]) expect(await listed(path, user), path).to.deep.equal([1, 1]);
        expect(await listed(path, "nobody"), path).to.deep.equal([0, 0]);
      }
      expect(await listed("/organizers", "bruno")).to.deep.equal([0, 0]);
      expect(await listed(`/events?include=${event.id}`, "bruno")).to.deep.equal([0, 0]);
      expect(await listed("/events?status=publish", "bruno")).to.deep.equal([1, 1]);
      const paths = [
        [`/events/${event.id}`, "event-not-accessible"],
        [`/events/by-slug/${event.slug}`, "event-not-accessible"],
        [`/venues/${event.venue.id}`, "venue-not-accessible"],
      ] as const;
      for (const [path, code] of paths) {
        expect((await server.get(path, as("alma"))).status, path).to.equal(200);
        for (const user of ["bruno", "nobody"]) {
          expect((await server.get(path, as(user))).body.code, path).to.equal(code);
        }
      }
      const inBody = await post("/events", { ...AN_EVENT, venue: event.venue.id }, "bruno");
      expect([inBody.status, Object.keys(inBody.body.data.params)]).to.deep.equal([400, ["venue"]]);
      expect((await server.get(`/events?venue=${event.venue.id}`, as("bruno"))).status).to.equal(400);
      const update = await post(`/events/${event.id}`, { title: "Mine" }, "bruno");
      expect([update.status, update.headers.allow]).to.deep.equal([403, "GET"]);
      expect((await calendar.as(USERS.bruno).events.list()).total).to.equal(1);
      const error = await calendar
        .as(USERS.bruno)
        .events.get(event.id)
        .catch((refused: unknown) => refused);
      expect(error).to.have.property("code", "event-not-accessible");
    });

    it("hide venues and organizers inside events that are seen", async () => {
      await start({
        policies: [
          {
            pure: true,
            narrow: ({ kind, actor }) => (kind === "event" ? undefined : byTeam.narrow?.({ kind, actor })),
          },
        ],
      });
      const inside = { venue: { venue: "Mill" }, organizer: [{ organizer: "Ann" }] };
      const { body } = await post("/events", { ...AN_EVENT, ...inside }, "alma");
      const shown = async (user: string): Promise<readonly unknown[]> => {
        const { body: seen } = await server.get(`/events/${body.id}`, as(user));
        const list = (await server.get("/events", as(user))).body.events[0];
        expect([list.venue.id, list.organizer.length]).to.deep.equal([seen.venue.id, seen.organizer.length]);
        return [seen.venue.venue, seen.organizer.length];
      };
      // The requests are sent one after the other. A response that was cached for the wrong user would be
      // noticed.
      expect(await shown("alma")).to.deep.equal(["Mill", 1]);
      expect(await shown("nobody")).to.deep.equal([undefined, 0]);
      expect(await shown("bruno")).to.deep.equal([undefined, 0]);
      expect(await shown("alma")).to.deep.equal(["Mill", 1]);
    });

    it("narrow further what is asked for, by each of their conditions", async () => {
      let narrowing: ReturnType<NonNullable<Policy["narrow"]>>;
      await start({
        policies: [{ pure: true, narrow: ({ kind }) => (kind === "event" ? narrowing : undefined) }],
      });
      const one = (await post("/events", { ...AN_EVENT, featured: true, venue: { venue: "Mill" } }, "alma"))
        .body;
      const two = (await post("/events", { ...AN_EVENT, venue: { venue: "Barn" } }, "alma")).body;
      await post("/events", { ...AN_EVENT, status: "draft" }, "alma");
      const ids = async (query = "", user = "alma"): Promise<readonly number[]> => {
        const { body } = await server.get(`/events${query}`, as(user));
        expect(body.total).to.equal(body.events.length);
        return body.events.map(({ id }: { readonly id: number }) => id);
      };
      narrowing = { venueIds: [one.venue.id] };
      expect(await ids()).to.deep.equal([one.id]);
      expect(await ids(`?venue=${two.venue.id}`)).to.deep.equal([]);
      narrowing = { ids: [two.id] };
      expect(await ids()).to.deep.equal([two.id]);
      expect(await ids(`?include=${one.id},${two.id}`)).to.deep.equal([two.id]);
      narrowing = { featured: true };
      expect(await ids()).to.deep.equal([one.id]);
      expect(await ids("?featured=false")).to.deep.equal([]);
      narrowing = { visible: { statuses: ["publish"], own: { author: 8, statuses: ["draft"] } } };
      expect(await ids("", "bruno")).to.deep.equal([one.id, two.id]);
      expect(await ids("?status=draft", "bruno")).to.deep.equal([]);
      narrowing = { visible: { statuses: ["publish"], own: { author: 7, statuses: ["draft"] } } };
      expect(await ids()).to.have.length(3);
      expect(await ids("?status=draft")).to.have.length(1);
    });

    it("take rights away, with Allow, inside events, and for what would come of a write", async () => {
      await start({
        policies: [
          {
            permits: (action, record, { kind, actor, before }) => {
              if (kind === "tag") return action !== "create";
              if (action === "delete") return false;
              const isOwn = "author" in record && record.author === actor.id;
              return before === undefined || isOwn || actor.id !== 8;
            },
          },
        ],
      });
      const { body, status } = await post("/events", AN_EVENT, "alma");
      expect(status).to.equal(201);
      expect((await post("/events", { ...AN_EVENT, tags: ["new"] }, "alma")).status).to.equal(403);
      expect((await post("/tags", { name: "New" }, "alma")).status).to.equal(403);
      expect((await server.get("/tags")).body.total).to.equal(0);
      const read = await server.get(`/events/${body.id}`, as("alma"));
      expect(read.headers.allow).to.contain("POST").and.not.contain("DELETE");
      const removed = await server.send("DELETE", `/events/${body.id}`, as("alma"));
      expect([removed.status, removed.body.code]).to.deep.equal([403, "rest_forbidden"]);
      const changed = await post(`/events/${body.id}`, { title: "His", venue: { venue: "Mill" } }, "bruno");
      expect(changed.status).to.equal(403);
      expect((await server.get("/venues")).body.total).to.equal(0);
      expect((await post("/events", AN_EVENT, "nobody")).status).to.equal(401);
    });

    it("do not let visitors see what was kept for others", async () => {
      let isOpen = true;
      await start({
        policies: [{ pure: false, narrow: () => (isOpen ? undefined : { extensions: [...NOTHING] }) }],
      });
      const { body } = await post("/events", AN_EVENT, "alma");
      expect((await server.get("/events")).body.total).to.equal(1);
      expect((await server.get(`/events/${body.id}`)).status).to.equal(200);
      isOpen = false;
      expect((await server.get("/events")).body.total).to.equal(0);
      expect((await server.get(`/events/${body.id}`)).status).to.not.equal(200);
    });

    it("end the request when what they answer is no answer, and nothing is stored", async () => {
      let answer: () => unknown = () => 5;
      await start({ policies: [{ permits: () => answer() as boolean }] });
      for (const one of [() => "yes", () => Promise.resolve(true), () => undefined]) {
        answer = one;
        expect((await post("/events", AN_EVENT, "alma")).status).to.equal(500);
      }
      expect(errors).to.have.length(3);
      expect((await server.get("/events")).body.total).to.equal(0);
    });

    it("show nothing when what they narrow by are no conditions", async () => {
      let answer: unknown;
      await start({ policies: [{ pure: true, narrow: () => answer as Narrowing }] });
      const { body } = await post("/events", AN_EVENT, "alma");
      for (const one of [false, true, null, "none", [], { extension: [] }, { ids: ["1"] }, { featured: 0 }]) {
        answer = one;
        for (const path of ["/events", `/events/${body.id}`])
          expect([one, (await server.get(path)).status]).to.deep.equal([one, 500]);
      }
      expect(errors.length).to.be.greaterThan(0);
    });

    it("are checked at the start", async () => {
      const options = { storage: store, identity: () => undefined } as const;
      const later = async () => true;
      const attempt = (policies: unknown): Promise<string> =>
        createCalendar({ ...options, policies: policies as readonly Policy[] }).then(
          () => "",
          ({ message }: Error) => message,
        );
      expect(await attempt(5)).to.contain("policies is not a list");
      expect(await attempt([5])).to.contain("policies must contain only policies");
      expect(await attempt([{ permit: () => false }])).to.contain("neither permits nor narrow");
      expect(await attempt([{ permits: later }])).to.contain("permits must not be asynchronous");
      await start({});
    });
  });
}

const NOTHING = [{ plugin: "team", field: "name", anyOf: [] }] as const;
