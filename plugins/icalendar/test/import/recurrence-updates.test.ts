import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Started, startImport } from "./start-import.ts";

/** Reads all pages of the event list and returns the events as texts. */
const allOf = async (started: Started): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/events?per_page=200&page=${page}&start_date=1970-01-01&end_date=2100-01-01`;
    const { status, body } = await started.request("editor", "GET", path);
    if (status !== 200) return found.toSorted();
    for (const { title, utc_start_date, utc_end_date, all_day, timezone, event_status } of body.events)
      found.push(JSON.stringify([title, utc_start_date, utc_end_date, all_day, timezone, event_status]));
    if (body.next_rest_url === undefined) return found.toSorted();
  }
};

/** Series in a source calendar: its iCalendar lines by name, and one changed occurrence. */
interface Base {
  readonly start: string;
  readonly end: string;
  readonly rule: string;
  readonly lines: readonly string[];
  readonly override?: readonly string[];
}

const ZONE = ";TZID=Europe/Rome:";

const BASES: readonly Base[] = [
  {
    start: `DTSTART${ZONE}20310505T100000`,
    end: `DTEND${ZONE}20310505T113000`,
    rule: "FREQ=WEEKLY;UNTIL=20310616T080000Z",
    lines: [`EXDATE${ZONE}20310519T100000`, `RDATE${ZONE}20310521T150000`],
    override: [`RECURRENCE-ID${ZONE}20310526T100000`, `DTSTART${ZONE}20310527T120000`, "DURATION:PT30M"],
  },
  {
    start: `DTSTART${ZONE}20310505T100000`,
    end: `DTEND${ZONE}20310505T113000`,
    rule: "FREQ=WEEKLY;COUNT=6;BYDAY=MO,WE",
    lines: [`EXDATE${ZONE}20310514T100000`],
  },
  {
    start: "DTSTART:20310505T100000Z",
    end: "DTEND:20310505T113000Z",
    rule: "FREQ=DAILY;COUNT=12",
    lines: ["EXDATE:20310512T100000Z,20310513T100000Z"],
    override: ["RECURRENCE-ID:20310514T100000Z", "DTSTART:20310514T170000Z", "DURATION:PT2H"],
  },
  {
    start: "DTSTART;VALUE=DATE:20310505",
    end: "DTEND;VALUE=DATE:20310506",
    rule: "FREQ=WEEKLY;UNTIL=20310616",
    lines: ["EXDATE;VALUE=DATE:20310519", "RDATE;VALUE=DATE:20310521"],
    override: [
      "RECURRENCE-ID;VALUE=DATE:20310526",
      "DTSTART;VALUE=DATE:20310527",
      "DTEND;VALUE=DATE:20310529",
    ],
  },
];

const replaced = (line: string, from: string | RegExp, to: string): string => line.replace(from, to);
const shifted = (base: Base, day: string, hour?: string): Base => {
  const move = (line: string): string => {
    const moved = replaced(line, "20310505", day);
    return hour === undefined
      ? moved
      : replaced(replaced(moved, "T10", `T${hour}`), "T11", `T${Number(hour) + 1}`);
  };
  return { ...base, start: move(base.start), end: move(base.end) };
};

const AN_HOUR = { start: "DTSTART:20310505T100000Z", end: "DTEND:20310505T110000Z" } as const;
const A_DAY = { start: "DTSTART;VALUE=DATE:20310505", end: "DTEND;VALUE=DATE:20310507" } as const;

const CHANGES: readonly ((base: Base) => Base)[] = [
  (base) => shifted(base, "20310512"),
  (base) => shifted(base, "20310428"),
  (base) => shifted(base, "20310506"),
  (base) => shifted(base, "20310505", "14"),
  (base) => shifted(base, "20310512", "16"),
  (base) => ({
    ...base,
    rule: base.rule.replace(/UNTIL=\d{8}/, "UNTIL=20310602").replace(/COUNT=\d+/, "COUNT=4"),
  }),
  (base) => ({ ...base, lines: [] }),
  (base) => ({ ...base, ...(base.start.includes("VALUE=DATE") ? AN_HOUR : A_DAY), lines: [] }),
  ({ override: _override, ...base }) => base,
  (base) => ({ ...shifted(base, "20310512"), lines: base.lines.slice(0, 1) }),
  (base) => ({ ...base, rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=3" }),
];

const componentsOf = (
  uid: string,
  { start, end, rule, lines, override }: Base,
  sequence: number,
): readonly string[] => [
  vevent(uid, `SUMMARY:${uid}`, `SEQUENCE:${sequence}`, start, end, `RRULE:${rule}`, ...lines),
  ...(override === undefined
    ? []
    : [vevent(uid, `SUMMARY:${uid} other`, `SEQUENCE:${sequence}`, ...override)]),
];

const take = async (started: Started, text: string): Promise<Json> => {
  const { status, body } = await started.importText(text);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body;
};

for (const store of STORAGES)
  describe(`updates of imported series on ${store}`, () => {
    let started: Started;
    beforeEach(async () => {
      started = await startImport(store);
    });
    afterEach(() => started.close());

    it("give what a first import of the same calendar gives", async () => {
      // Other stores are slower, so only a quarter of the cases run on them.
      const changes = CHANGES.flatMap((change, at) =>
        BASES.map((base, of) => [change, base, `${at}-${of}`] as const).filter(
          (_, of) => store === STORAGES[0] || (at + of) % 4 === 0,
        ),
      );
      const first = changes.map(([, base, uid]) => componentsOf(uid, base, 0));
      const second = changes.map(([change, base, uid]) => componentsOf(uid, change(base), 1));
      await take(started, calendar(...first.flat()));
      const report = await take(started, calendar(...second.flat()));
      expect(report.failed + report.skipped, JSON.stringify(report.components)).to.equal(0);
      const fresh = await startImport(store);
      try {
        await fresh.importText(calendar(...second.flat()));
        expect(await allOf(started)).to.deep.equal(await allOf(fresh));
      } finally {
        await fresh.close();
      }
    }).timeout(120_000);

    // The dates are computed before they are stored, so one store is enough.
    if (store === STORAGES[0])
      it("take the first 10,000 dates of a rule that gives more", async () => {
        const report = await take(
          started,
          calendar(vevent("many", "SUMMARY:Bell", "DTSTART:20300101T100000Z", "RRULE:FREQ=HOURLY")),
        );
        expect(countsOf(report)).to.deep.equal({ added: 1 });
        expect(report.components[0].reason).to.include("only the first 10,000 dates were imported");
        const { total } = await started.write("GET", "/events?start_date=1970-01-01&end_date=2100-01-01");
        expect(total).to.equal(10_000);
      }).timeout(60_000);
  });
