import type { CalendarEvent, Logger } from "@kalends/core";
import {
  createAmend,
  createExtendHorizon,
  createPostStatuses,
  createPublishDue,
  createRecompute,
  type DomainEvent,
  type WriteHook,
} from "@kalends/core/interface";
import type { PendingWrite } from "@kalends/core/internals";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { NOW, openCalendar, type TestCalendar } from "../events/calendar.ts";
import { ofEachTest } from "../of-each-test.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const DAY = 24 * 3_600_000;

/** Number of written occurrences. */
let written = 0;
const counting = (store: Store): Store => ({
  ...store,
  transaction: (work) =>
    store.transaction((unit) =>
      work({
        ...unit,
        events: {
          ...unit.events,
          saveOccurrences(all) {
            written += all.length;
            return unit.events.saveOccurrences(all);
          },
        },
      }),
    ),
});

const WEEKLY = {
  title: "Jazz",
  start_date: "2031-05-06 19:00",
  end_date: "2031-05-06 21:00",
  timezone: "Europe/Rome",
  recurrence: { rules: ["FREQ=WEEKLY"] },
};

describe("work on series", () => {
  const calendar: TestCalendar = ofEachTest(() => openCalendar({ wrap: counting }));
  const events: DomainEvent[] = [];
  beforeEach(() => {
    written = 0;
    events.length = 0;
  });
  const rowsOf = (id: number): Promise<readonly CalendarEvent[]> =>
    calendar.store.events.occurrencesOf(id, "0000-00-00 00:00:00", 10_000);
  const depsAt = (now = NOW) => ({
    store: counting(calendar.store),
    clock: { now: () => now },
    site: SITE,
    logger: SILENT,
    postStatuses: createPostStatuses(),
    domainEvents: {
      hasListeners: () => true,
      emit: (some: readonly DomainEvent[]) => void events.push(...some),
    },
  });
  const names = (): readonly string[] => events.map(({ name }) => name);
  const create = async (body: object = {}): Promise<CalendarEvent> =>
    (await calendar.create({ ...WEEKLY, ...body })).event;
  /** Stores changes of an occurrence, as a write of that occurrence does. */
  const give = async (row: CalendarEvent | undefined, changes: object): Promise<void> => {
    if (row?.occurrence === undefined) throw new Error("There is no such row.");
    await calendar.store.events.save({ ...row, ...changes, occurrence: { ...row.occurrence, changes } });
  };

  it("writes no row for another title, but those that have texts of their own", async () => {
    const { id } = await create();
    const rows = await rowsOf(id);
    await give(rows[3], { excerpt: "Guests." });
    written = 0;
    await calendar.update(id, { title: "Blues", website: "https://jazz.example/", show_map: true });
    expect(written).to.equal(1);
    await calendar.update(id, { website: "", show_map: false });
    expect(written).to.equal(1);
    await calendar.update(id, { featured: true });
    expect(written).to.equal(1 + rows.length);
  });

  it("writes only rows that are wanted otherwise when the rule changes", async () => {
    const { id } = await create({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=20"] } });
    written = 0;
    await calendar.update(id, {
      recurrence: { rules: ["FREQ=WEEKLY;COUNT=21"], except: ["2031-05-13 19:00:00"] },
    });
    expect(written).to.equal(2);
  });

  it("gives a series what comes within the horizon, once, without a domain event", async () => {
    const { id } = await create();
    await create({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } });
    const before = await rowsOf(id);
    expect(before.at(-1)?.schedule.start.slice(0, 7)).to.equal("2036-03");
    const later = depsAt(NOW + 70 * DAY);
    const extend = createExtendHorizon(later);
    expect(await Promise.all([extend(), extend()])).to.have.members([10, 0]);
    expect(await extend()).to.equal(0);
    const after = await rowsOf(id);
    expect(after.slice(0, before.length)).to.deep.equal(before);
    expect(after).to.have.length(before.length + 10);
    expect(written).to.equal(before.length + 3 + 10);
    expect(names()).to.deep.equal([]);
  });

  it("stops extending when it is told to", async () => {
    await create();
    expect(await createExtendHorizon(depsAt(NOW + 70 * DAY))(() => true)).to.equal(0);
  });

  it("publishes the occurrences of a series with it", async () => {
    const { id } = await create({ date_utc: "2031-03-11 10:00:00" });
    const second = await create({ date_utc: "2031-03-11 11:00:00", slug: "second" });
    expect(new Set((await rowsOf(id)).map(({ status }) => status))).to.deep.equal(new Set(["future"]));
    expect(await createPublishDue(depsAt(NOW + 2 * DAY))()).to.equal(2);
    for (const one of [id, second.id])
      expect(new Set((await rowsOf(one)).map(({ status }) => status))).to.deep.equal(new Set(["publish"]));
    expect(names()).to.deep.equal(["event.updated", "event.published", "event.updated", "event.published"]);
  });

  it("takes what plugins say of a series to all of it, of an occurrence to that one", async () => {
    const { id } = await create({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } });
    const amend = createAmend(depsAt())("painter");
    await amend("event", id, () => ({ data: { color: "red", coats: 1 } }));
    const [, second] = await rowsOf(id);
    await amend("event", second?.id ?? 0, (_event, data) => ({ data: { ...data, color: "blue" } }));
    expect((await rowsOf(id)).map(({ extensions }) => extensions.painter)).to.deep.equal([
      { color: "red", coats: 1 },
      { color: "blue", coats: 1 },
      { color: "red", coats: 1 },
    ]);
    await amend("event", id, () => ({ data: { color: "green", coats: 2 } }));
    expect((await rowsOf(id)).map(({ extensions }) => extensions.painter)).to.deep.equal([
      { color: "green", coats: 2 },
      { color: "blue", coats: 2 },
      { color: "green", coats: 2 },
    ]);
    const { items } = await calendar.store.events.list({
      visible: { statuses: ["publish"] },
      clock: "local",
      page: 1,
      perPage: 10,
      order: "start",
      extensions: [{ plugin: "painter", field: "color", anyOf: ["blue"] }],
    });
    expect(items.map((event) => event.id)).to.deep.equal([second?.id]);
    expect(names()).to.deep.equal(["event.updated", "event.updated", "event.updated"]);
  });

  it("shows hooks the series, not its rows, and moves all where a hook moves it", async () => {
    const seen: unknown[] = [];
    const later: WriteHook = {
      beforeSave({ kind, record }) {
        if (kind !== "event") return undefined;
        seen.push([record.id, record.recurrence?.rules]);
        const { start, end, ...rest } = record.schedule;
        if (!start.endsWith("19:00:00")) return record;
        return { ...record, schedule: { ...rest, start: start.replace("19:", "20:"), end } };
      },
    };
    const hooked = await openCalendar({ hooks: [later] });
    try {
      const rules = ["FREQ=WEEKLY;COUNT=3"];
      const except = ["2031-05-13 19:00:00"];
      const { event } = await hooked.create({ ...WEEKLY, recurrence: { rules, except } });
      expect(seen).to.deep.equal([[1, rules]]);
      expect(event.recurrence).to.deep.equal({ rules, dates: [], except: ["2031-05-13 20:00:00"] });
      const rows = await hooked.store.events.occurrencesOf(1, "0000-00-00 00:00:00", 10);
      expect(rows.map(({ schedule }) => schedule.start)).to.deep.equal([
        "2031-05-06 20:00:00",
        "2031-05-20 20:00:00",
      ]);
    } finally {
      await hooked.store.close();
    }
  });

  it("tells hooks from which series a new one was split off, as it was", async () => {
    const seen: unknown[] = [];
    const look =
      (hook: string) =>
      ({ record, before, splitFrom }: PendingWrite): undefined => {
        seen.push([hook, record.id, before?.id, splitFrom?.id, splitFrom?.recurrence?.rules]);
      };
    const check = look("check");
    const hooked = await openCalendar({
      hooks: [{ beforeSave: look("beforeSave"), check: async (write) => check(write) }],
    });
    try {
      const rules = ["FREQ=WEEKLY;COUNT=4"];
      const { event } = await hooked.create({ ...WEEKLY, recurrence: { rules } });
      const [first, second, third] = await hooked.store.events.occurrencesOf(event.id, "", 10);
      seen.length = 0;
      await hooked.update(second?.id ?? 0, { title: "This", scope: "this" });
      await hooked.update(first?.id ?? 0, { title: "All of it", scope: "following" });
      await hooked.update(third?.id ?? 0, { title: "All", scope: "all" });
      expect(seen.filter((each) => Array.isArray(each) && each[3] !== undefined)).to.deep.equal([]);
      seen.length = 0;
      const { id } = (await hooked.update(third?.id ?? 0, { title: "From here", scope: "following" })).event;
      expect(seen.slice(-2)).to.deep.equal([
        ["beforeSave", id, undefined, event.id, rules],
        ["beforeSave", event.id, event.id, undefined, undefined],
      ]);
      expect(seen).to.deep.include(["check", 0, undefined, event.id, rules]);
    } finally {
      await hooked.store.close();
    }
  });

  it("computes times anew from the wall clocks, and tells what moved", async () => {
    const single = await create({ recurrence: null, title: "Once" });
    const series = await create({ recurrence: { rules: ["FREQ=WEEKLY;COUNT=2"] } });
    const [first, second] = await rowsOf(series.id);
    if (first === undefined || second === undefined) throw new Error("There are no rows.");
    // Times that other time zone data would give.
    const wrong = { utcStart: "2031-05-06 18:00:00", utcEnd: "2031-05-06 20:00:00" };
    await calendar.store.events.save({ ...single, schedule: { ...single.schedule, ...wrong } });
    await calendar.store.events.saveOccurrences([
      { ...first, schedule: { ...first.schedule, abbreviation: "XST" } },
      { ...second, schedule: { ...second.schedule, utcStart: "2031-05-13 18:00:00" } },
    ]);
    const recompute = createRecompute(depsAt());
    const moved: unknown[] = [];
    const onBatch = async (lastId: number, some: readonly { readonly id: number }[]): Promise<void> => {
      moved.push([lastId, ...some.map(({ id }) => id)]);
    };
    expect(await recompute({ onBatch })).to.equal(2);
    expect(moved).to.deep.equal([[series.id, single.id, second.id]]);
    expect((await calendar.store.events.find(single.id))?.schedule).to.deep.equal(single.schedule);
    expect((await rowsOf(series.id)).map(({ schedule }) => schedule)).to.deep.equal([
      first.schedule,
      second.schedule,
    ]);
    const ids = events.map(({ change }) => ("after" in change ? change.after.id : undefined));
    expect(names().map((name, index) => [name, ids[index]])).to.deep.equal([
      ["event.updated", single.id],
      ["event.updated", series.id],
    ]);
    expect(await recompute()).to.equal(0);
    expect(await recompute({ afterId: series.id })).to.equal(0);
  });

  it("tells nobody where only an abbreviation has changed", async () => {
    const single = await create({ recurrence: null });
    await calendar.store.events.save({ ...single, schedule: { ...single.schedule, abbreviation: "XST" } });
    expect(await createRecompute(depsAt())()).to.equal(0);
    expect((await calendar.store.events.find(single.id))?.schedule.abbreviation).to.equal("CEST");
    expect(names()).to.deep.equal([]);
  });
});

const SITE = {
  timezone: "UTC",
  dayCutoff: "00:00",
  displayZone: "event",
  decimalMark: ".",
  perPage: 10,
  maxPerPage: 200,
  recurrenceHorizon: 60,
} as const;
