import { CalendarError } from "@kalends/core";
import { aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN } from "../unit/actors.ts";
import { openCalendar, type TestCalendar } from "../unit/events/calendar.ts";

const HOSTILE: readonly unknown[] = [
  null,
  "",
  " ",
  "\0",
  "\ud800",
  "%",
  "%00",
  "%E0%A4%A",
  "'; DROP TABLE events; --",
  "__proto__",
  "constructor",
  "\u202e\u0301",
  "9".repeat(400),
  "1e309",
  "-0",
  "NaN",
  "9999-12-31 23:59:59",
  "0001-01-01 00:00:00",
  "0000-00-00",
  "@99999999999999",
  "+999999999 years",
  "x".repeat(200_000),
  ",".repeat(10_000),
  "$".repeat(900),
  " - ".repeat(300),
  0,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  { $gt: "" },
  { $ne: 1 },
  { id: { $gt: "" } },
  { id: [1] },
  { venue: { $gt: "" }, organizer: ["x"] },
  { venue: "Hall", organizer: "Ann", extensions: { a: 1 }, id: "" },
  JSON.parse('{"__proto__":{"venue":"Hall"},"constructor":1}'),
  { toString: "x", valueOf: 1 },
  Array(500).fill(1),
  Array.from({ length: 150 }, (_, index) => ({ organizer: `Nr ${index}`, status: "nope" })),
];

/** True if the call succeeds or is refused with a client error. All other errors are thrown. */
const isAnswered = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return false;
  }
};

describe("values that nobody means well with", () => {
  let calendar: TestCalendar;
  before(async () => {
    calendar = await openCalendar({ site: { timezone: "Pacific/Kiritimati" } });
    await calendar.store.ids.reserve("record", 1);
    await calendar.store.venues.save(aVenue({ id: 1 }));
  });
  after(() => calendar.store.close());

  /** Returns the records and terms with higher ids than these. */
  const storedAfter = async (record: number, term: number) => {
    const { events, venues, organizers, terms } = calendar.store;
    const records = [events, venues, organizers].map((all) => all.readAfter(record, 10));
    return (await Promise.all([...records, terms.readAfter(term, 10)])).flat();
  };

  it("in lists are answered or refused, never an error of ours", async () => {
    for (const name of Object.keys(calendar.operations.events.list.parameters)) {
      for (const value of HOSTILE)
        await isAnswered(calendar.list({ [name]: value, strict_dates: "1" }, ADMIN));
    }
  }).timeout(20_000);

  it("in writes are stored or refused, and what is refused leaves nothing behind", async () => {
    for (const name of Object.keys(calendar.operations.events.create.parameters)) {
      for (const value of HOSTILE) {
        const { ids } = calendar.store;
        const given = [await ids.last("record"), await ids.last("term")] as const;
        const body = { venue: { venue: `Hall of ${name}` }, categories: `Kind of ${name}`, [name]: value };
        if (!(await isAnswered(calendar.createEvent(body)))) {
          expect(
            await storedAfter(...given),
            `${name}: ${JSON.stringify(value)?.slice(0, 60)}`,
          ).to.deep.equal([]);
        }
      }
    }
  }).timeout(20_000);

  it("in updates are stored or refused, and what is refused changes nothing", async () => {
    const { event } = await calendar.createEvent();
    for (const name of Object.keys(calendar.operations.events.update.parameters)) {
      for (const value of HOSTILE) {
        const before = await calendar.store.events.find(event.id);
        const body = { title: `Changed ${name}`, [name]: value };
        if (!(await isAnswered(calendar.update(event.id, body)))) {
          expect(await calendar.store.events.find(event.id)).to.deep.equal(before);
        }
      }
    }
  }).timeout(20_000);

  it("in slugs are answered or refused", async () => {
    for (const value of HOSTILE.filter((text) => typeof text === "string")) {
      for (const call of [calendar.get, calendar.remove]) await isAnswered(call(value));
      await isAnswered(calendar.update(value, {}));
    }
  }).timeout(20_000);
});
