import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findingsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const as = "administrator";

for (const store of stores) {
  describe(`merges in two calendars on one storage (${store.name})`, function () {
    this.timeout(60_000);
    let directory: string;
    let calendars: readonly [StartedCalendar, StartedCalendar];

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-merges-"));
      const address = await store.newAddress(directory, "calendar");
      const open = { open: () => store.openAt(address) };
      calendars = [await startCalendar(open), await startCalendar(open)];
    });
    after(async () => {
      await Promise.all(calendars.map((calendar) => calendar.close()));
      await rm(directory, { recursive: true, force: true });
    });

    const make = async (list: string, json: object): Promise<number> =>
      (await calendars[0].post(`/${list}`, { as, json })).body.id;
    const merge = (calendar: StartedCalendar, into: number, from: number): Promise<TestResponse> =>
      calendar.post(`/venues/${into}/merge`, { as, json: { from: [from] } });
    let count = 0;
    const twoVenues = async (): Promise<readonly [target: number, source: number]> => {
      count += 1;
      return [
        await make("venues", { venue: `Target ${count}` }),
        await make("venues", { venue: `Source ${count}` }),
      ];
    };
    /** Returns the status of the venue, and the id of the record to which its address leads. */
    const found = async (id: number): Promise<readonly [status: number, location: string | undefined]> => {
      const { status, headers } = await calendars[1].send("GET", `/venues/${id}`, {
        headers: { accept: "*/*" },
      });
      return [status, headers.location?.split("/").at(-1)];
    };
    const expectNothingLost = async (): Promise<void> => {
      const { body } = await calendars[1].get("/events?start_date=2031-01-01&per_page=100");
      for (const event of body.events) expect(event.venue, JSON.stringify(event)).to.have.property("id");
      expect(await findingsOf(calendars[0].store)).to.deep.equal([]);
    };

    it("merge each of two venues into the other only once", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, other] = await twoVenues();
        const answers = await Promise.all([
          merge(calendars[0], one, other),
          merge(calendars[1], other, one),
          merge(calendars[0], one, other),
        ]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses[0]).to.equal(200);
        expect(statuses.slice(1)).to.deep.equal([400, 400]);
        const [isOneMerged] = [(await found(one))[0] === 301];
        expect(await found(isOneMerged ? one : other)).to.deep.equal([
          301,
          String(isOneMerged ? other : one),
        ]);
      }
    });

    it("link events to the target while a source is merged", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [target, source] = await twoVenues();
        const [merged, ...made] = await Promise.all([
          merge(calendars[0], target, source),
          ...Array.from({ length: 8 }, (_, index) =>
            calendars[index % 2 === 0 ? 1 : 0].post("/events", { as, json: { ...EVENT, venue: source } }),
          ),
        ]);
        expect(merged?.status).to.equal(200);
        expect(made.map(({ status }) => status)).to.deep.equal(made.map(() => 201));
        for (const { body } of made) {
          const event = await calendars[1].get(`/events/${body.id}`);
          expect(event.body.venue.id).to.equal(target);
        }
      }
      await expectNothingLost();
    });

    it("update and delete records while they are merged", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [target, source] = await twoVenues();
        const [merged, updated, removed] = await Promise.all([
          merge(calendars[0], target, source),
          calendars[1].send("PATCH", `/venues/${source}`, { as, json: { phone: "1" } }),
          calendars[1].send("DELETE", `/venues/${source}`, { as }),
        ]);
        expect(merged.status).to.equal(200);
        // An update while the source is in the trash changes it there, or changes the target after the merge.
        expect(updated.status).to.equal(200);
        expect([200, 410]).to.include(removed.status);
        expect(await found(source)).to.deep.equal([301, String(target)]);
        expect((await found(target))[0]).to.equal(200);
      }
    });

    it("move the target to the trash or merge into it", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [target, source] = await twoVenues();
        const id = await make("events", { ...EVENT, venue: source, title: `In ${round}` });
        const [merged, removed] = await Promise.all([
          merge(calendars[0], target, source),
          calendars[1].send("DELETE", `/venues/${target}`, { as }),
        ]);
        expect(removed.status).to.equal(200);
        const event = await calendars[1].get(`/events/${id}`);
        const venues = [event.body.venue].flat().map((venue: { id: number }) => venue.id);
        if (merged.status === 200) expect(venues).to.deep.equal([]);
        else expect([merged.status, venues]).to.deep.equal([400, [source]]);
        await calendars[0].send("DELETE", `/events/${id}`, { as });
      }
      expect(await findingsOf(calendars[0].store)).to.deep.equal([]);
    });
  });
}
