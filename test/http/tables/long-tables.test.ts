import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Plugin } from "@kalends/core/interface";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createGate } from "../../stores/gate.ts";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { readTable } from "./read-table.ts";

const COUNT = 260;
/** Number of records in a portion that is read at once. */
const PORTION = 100;

interface Watch {
  /** Called before the members of a portion of events are returned, which waits until the result resolves. */
  portion?(): void | Promise<void>;
}

for (const store of stores) {
  describe(`long tables on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let watch: Watch = {};
    const watching: Plugin = {
      name: "watching",
      setup: () => ({
        members: [
          {
            record: "event",
            pure: true,
            schemas: { weight: { type: "string" } },
            async membersOf(events) {
              await watch.portion?.();
              return events.map(() => ({ weight: "x".repeat(20_000) }));
            },
          },
        ],
      }),
    };
    before(async () => {
      calendar = await startCalendar(store, { plugins: [watching], maxPerPage: 500 });
      for (let id = 1; id <= COUNT; id += 1)
        await calendar.store.events.save(
          anEvent({ id, title: `Event ${id}`, slug: `event-${id}`, start: "2031-04-01 10:00:00" }),
        );
      for (let id = COUNT + 1; id <= COUNT + 520; id += 1)
        await calendar.store.venues.save(aVenue({ id, name: `Venue ${id}`, slug: `venue-${id}` }));
    });
    beforeEach(() => {
      watch = {};
    });
    after(() => calendar.close());

    const LONG = "/events.csv?columns=title,weight";

    it("have every record once, in several portions", async () => {
      const events = await readTable(calendar, "/events.csv?columns=id");
      expect(events.map(({ id }) => Number(id))).to.deep.equal(
        Array.from({ length: COUNT }, (_, index) => index + 1),
      );
      const venues = await readTable(calendar, "/venues.csv?columns=id");
      expect(new Set(venues.map(({ id }) => id))).to.have.length(520);
      expect(venues).to.have.length(520);
    });

    it("are streamed with their tag beyond 4 MiB, and not sent to those who have them", async () => {
      const { headers, text } = await calendar.get(LONG);
      expect(text.length).to.be.above(4 * 1024 * 1024);
      expect(headers["content-length"]).to.equal(undefined);
      const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
      expect(headers.etag).to.equal(etag);
      const known = await calendar.get(LONG, { headers: { "if-none-match": etag } });
      expect([known.status, known.text]).to.deep.equal([304, ""]);
    });

    it("are read no further when their client goes", async () => {
      const [begun, go, read] = [createGate(), createGate(), createGate()];
      let portions = 0;
      watch = {
        async portion() {
          portions += 1;
          begun.open();
          await go.passed;
          read.open();
        },
      };
      const waiting = httpRequest(`${calendar.namespace}/events.csv?columns=id,weight`).on("error", () => {});
      waiting.end();
      await begun.passed;
      const closed = new Promise((resolve) => waiting.on("close", resolve));
      waiting.destroy();
      await closed;
      // The server notices the end of the connection before it answers the next request of another client.
      await calendar.get("/venues?per_page=1");
      go.open();
      await read.passed;
      await calendar.get("/events.csv?columns=title&search=nothing");
      expect(portions * PORTION).to.be.below(COUNT);
    });

    it("are errors when they fail before their head, and cut off later", async () => {
      let left = Number.POSITIVE_INFINITY;
      const list = calendar.store.events.listAfter;
      calendar.store.events.listAfter = (...query) => {
        left -= 1;
        return left < 0
          ? Promise.reject(new Error("no more ink"))
          : list.call(calendar.store.events, ...query);
      };
      try {
        left = 1;
        expect((await calendar.get("/events.csv?columns=id,title")).status).to.equal(500);
        await calendar.get(LONG);
        left = 2;
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          httpRequest(`${calendar.namespace}${LONG}`, resolve).on("error", reject).end();
        });
        const failure = await new Promise((resolve) => {
          answer.on("error", resolve);
          answer.on("end", () => resolve(undefined));
          answer.resume();
        });
        expect(failure).to.be.instanceOf(Error);
      } finally {
        calendar.store.events.listAfter = list;
      }
    });
  });
}
