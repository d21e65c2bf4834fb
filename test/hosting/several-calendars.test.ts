import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import Koa from "koa";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const PLACES: Readonly<Record<string, CalendarOptions>> = {
  "/town": { mountPath: "/town" },
  "/club": { mountPath: "/club" },
  "": { restRoot: "/api" },
};

/** Path of the first event. Its venue was created before and has the lower id. */
const EVENT = "/events/2";

for (const { name, open } of firstStore) {
  describe(`several calendars in one process, on ${name}`, () => {
    let calendars: Map<string, Calendar>;
    let opened: Store[];
    let server: HostServer;

    const addressOf = (place: string, path: string): string =>
      `/${place}${place === "" ? "/api" : "/wp-json"}/tribe/events/v1${path}`;

    beforeEach(async () => {
      calendars = new Map();
      opened = [];
      const app = new Koa();
      for (const [place, options] of Object.entries(PLACES)) {
        const storage = await open();
        opened.push(storage);
        // Only this calendar has the user.
        const identity = ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }) =>
          headers.cookie === `user${place}` ? ({ id: 1, roles: ["administrator"] } as const) : undefined;
        const calendar = await createCalendar({ storage, clock: CLOCK, identity, ...options });
        calendars.set(place, calendar);
        app.use(calendar.middleware);
      }
      server = await listen(app.callback());
    });
    afterEach(async () => {
      await server.close();
      await Promise.all([...calendars.values()].map((calendar) => calendar.close()));
      await Promise.all(opened.map((store) => store.close()));
    });

    const create = (place: string, title: string, user = place) =>
      server.post(addressOf(place, "/events"), {
        json: { ...AN_EVENT, title, venue: { venue: title } },
        headers: { cookie: `user${user}` },
      });

    it("have records, ids, users and kept answers of their own", async () => {
      const places = [...calendars.keys()];
      for (const place of places)
        expect((await create(place, `Fair ${place.slice(1) || "api"}`)).body.id).to.equal(2);
      expect((await create("/town", "Intruder", "/club")).status).to.equal(401);
      // The responses of the second round come from the cache.
      for (const place of [...places, ...places]) {
        const { body } = await server.get(addressOf(place, EVENT));
        expect([body.title, body.venue.venue]).to.deep.equal([
          `Fair ${place.slice(1) || "api"}`,
          `Fair ${place.slice(1) || "api"}`,
        ]);
        expect(body.rest_url).to.equal(server.origin + addressOf(place, EVENT).slice(1));
        expect((await server.get(addressOf(place, "/events"))).body.total).to.equal(1);
      }
    });

    it("tell only their own listeners", async () => {
      const heard: string[] = [];
      for (const [place, { events }] of calendars) {
        events.on("event.created", ({ after }) => void heard.push(`${place}: ${after.title}`));
      }
      const who: Identity = { id: 1, roles: ["editor"] };
      await calendars.get("/club")?.as(who).events.create(AN_EVENT);
      await create("/town", "Market");
      await Promise.all([...calendars.values()].map((calendar) => calendar.close()));
      expect(heard.sort()).to.deep.equal(["/club: Spring fair", "/town: Market"]);
    });

    it("go on when another one closes", async () => {
      for (const place of calendars.keys()) await create(place, "Fair");
      await calendars.get("/town")?.close();
      expect((await server.get(addressOf("/town", EVENT))).status).to.equal(503);
      for (const place of ["/club", ""]) {
        expect((await server.get(addressOf(place, EVENT))).status).to.equal(200);
        expect((await create(place, "Second")).status).to.equal(201);
        expect((await server.get(addressOf(place, "/events"))).body.total).to.equal(2);
        await calendars.get(place)?.ready();
      }
    });
  });
}
