import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const SERIES = { ...EVENT, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } };
const WRITERS = 16;

const as = "administrator";

const KINDS = [
  ["events", EVENT],
  ["venues", { venue: "By id" }],
  ["organizers", { organizer: "By id" }],
  ["categories", { name: "By id" }],
  ["tags", { name: "By id" }],
] as const;

for (const store of stores) {
  describe(`two calendars on one storage (${store.name})`, () => {
    let directory: string;
    let calendars: readonly [StartedCalendar, StartedCalendar];

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-two-"));
      const address = await store.newAddress(directory, "calendar");
      const open = { open: () => store.openAt(address) };
      calendars = [await startCalendar(open), await startCalendar(open)];
    });
    after(async () => {
      await Promise.all(calendars.map((calendar) => calendar.close()));
      await rm(directory, { recursive: true, force: true });
    });

    const race = (
      ask: (calendar: StartedCalendar, writer: number) => Promise<TestResponse>,
    ): Promise<readonly TestResponse[]> =>
      Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => ask(calendars[writer % 2 === 0 ? 0 : 1], writer)),
      );

    for (const [list, members] of [
      ["categories", { name: "Jazz" }],
      ["tags", { name: "Jazz" }],
      ["venues", { venue: "The Old Mill" }],
      ["organizers", { organizer: "The choir" }],
    ] as const)
      it(`make one record of parallel creations of one name: ${list}`, async () => {
        const answers = await race((calendar) => calendar.post(`/${list}`, { as, json: members }));
        const ids = answers.map(({ body }) => body.id ?? body.data.term_id);
        expect(new Set(ids).size, JSON.stringify(answers.map(({ body }) => body))).to.equal(1);
        expect(ids[0]).to.be.a("number");
      });

    for (const [list, members] of KINDS)
      it(`make one record of those who put the same external id: ${list}`, async () => {
        const path = `/${list}/by-external-id/crm/race`;
        const answers = await race((calendar, writer) =>
          calendar.send("PUT", path, { as, json: { ...members, description: `By ${writer}` } }),
        );
        const statuses = answers.map(({ status }) => status).toSorted();
        expect(statuses, JSON.stringify(answers.map(({ body }) => body))).to.eql([
          ...Array(WRITERS - 1).fill(200),
          201,
        ]);
        const ids = new Set(answers.map(({ body }) => body.id));
        expect(ids.size).to.equal(1);
        const found = await calendars[1].get(`/${list}?external_id=crm:race`, { as });
        expect(found.body[list].map(({ id }: { id: number }) => id)).to.eql([...ids]);
      });

    it("make one record of what parallel events name", async () => {
      const inside = {
        venue: { venue: "Inside" },
        organizer: { organizer: "Inside" },
        categories: ["Inside"],
      };
      const answers = await race((calendar) =>
        calendar.post("/events", { as, json: { ...EVENT, ...inside } }),
      );
      for (const idOf of [
        ({ body }: TestResponse) => body.venue.id,
        ({ body }: TestResponse) => body.organizer[0].id,
        ({ body }: TestResponse) => body.categories[0].id,
      ])
        expect(new Set(answers.map(idOf)).size).to.equal(1);
    });

    for (const [kind, list, record, toPath, change] of [
      ["an event", "events", EVENT, (id: number) => `/events/${id}`, "title"],
      ["a series", "events", SERIES, (id: number) => `/events/${id}`, "title"],
      [
        "an occurrence",
        "events",
        SERIES,
        (id: number) => `/events/${id}/occurrences/2031-05-02T10:00:00`,
        "title",
      ],
      ["a venue", "venues", { venue: "Of many" }, (id: number) => `/venues/${id}`, "phone"],
      ["a category", "categories", { name: "Of many" }, (id: number) => `/categories/${id}`, "description"],
    ] as const)
      it(`let one of those through who write ${kind} with one tag`, async () => {
        const made = await calendars[0].post(`/${list}`, { as, json: record });
        const path = toPath(made.body.id);
        const headers = { "if-match": (await calendars[1].get(path)).headers.etag ?? "" };
        const answers = await race((calendar, writer) =>
          calendar.send("PUT", path, { as, headers, json: { [change]: `By ${writer}` } }),
        );
        const statuses = answers.map(({ status }) => status).toSorted();
        expect(statuses).to.eql([200, ...Array(WRITERS - 1).fill(412)]);
        const [won] = answers.filter(({ status }) => status === 200);
        for (const calendar of calendars) {
          const read = await calendar.get(path);
          expect(read.body[change]).to.equal(won?.body[change]);
          expect(read.headers.etag?.split("-")[0]).to.equal(won?.headers.etag?.split("-")[0]);
        }
      });
  });
}
