import { utcText } from "@kalends/core";
import { planRows, type RowPlan, type WantedStart } from "@kalends/core/internals";
import type { OccurrenceRow } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const wanted = (recurrenceId: string): WantedStart => ({
  recurrenceId,
  schedule: anEvent({ start: recurrenceId }).schedule,
});

type Own = Partial<OccurrenceRow["occurrence"]>;

const row = (id: number, recurrenceId: string, own: Own = {}): OccurrenceRow => ({
  id,
  slug: "",
  modified: "2031-01-01 00:00:00",
  modifiedUtc: "2031-01-01 00:00:00",
  schedule: wanted(recurrenceId).schedule,
  occurrence: { seriesId: 1, recurrenceId, changes: {}, ...own },
});

/** Returns the ids at each start, and the ids of unwanted occurrences. */
const placesOf = ({ kept, missing, unwanted }: RowPlan) => ({
  kept: kept.map(({ id, occurrence }) => [id, occurrence.recurrenceId.slice(5, 16)]),
  missing: missing.map(({ recurrenceId }) => recurrenceId.slice(5, 16)),
  unwanted: unwanted.map(({ id, occurrence }) => [id, occurrence.gone]),
});

const TUESDAY = "2031-05-06";
const HOUR = 3_600_000;

describe("the plan of the rows of a series", () => {
  it("keeps the ids of starts that stay", () => {
    const plan = planRows(
      [row(2, `${TUESDAY} 19:00:00`), row(3, "2031-05-13 19:00:00")],
      [wanted("2031-05-13 19:00:00"), wanted("2031-05-20 19:00:00")],
    );
    expect(placesOf(plan)).to.deep.equal({
      kept: [[3, "05-13 19:00"]],
      missing: ["05-20 19:00"],
      unwanted: [[2, "unwanted"]],
    });
  });

  it("keeps the ids of a day in their order when its times change", () => {
    const plan = planRows(
      [row(2, `${TUESDAY} 10:00:00`), row(3, `${TUESDAY} 15:00:00`)],
      [wanted(`${TUESDAY} 11:00:00`), wanted(`${TUESDAY} 16:00:00`), wanted(`${TUESDAY} 20:00:00`)],
    );
    expect(placesOf(plan)).to.deep.equal({
      kept: [
        [2, "05-06 11:00"],
        [3, "05-06 16:00"],
      ],
      missing: ["05-06 20:00"],
      unwanted: [],
    });
  });

  it("takes all along when the series moves, except for times that are their own", () => {
    const own = wanted(`${TUESDAY} 08:00:00`).schedule;
    const plan = planRows(
      [row(2, `${TUESDAY} 19:00:00`), { ...row(3, "2031-05-13 19:00:00", { isMoved: true }), schedule: own }],
      [wanted("2031-05-07 20:00:00"), wanted("2031-05-14 20:00:00")],
      25 * HOUR,
    );
    expect(placesOf(plan).kept).to.deep.equal([
      [2, "05-07 20:00"],
      [3, "05-14 20:00"],
    ]);
    expect(plan.kept.map(({ schedule }) => schedule.start)).to.deep.equal([
      "2031-05-07 20:00:00",
      `${TUESDAY} 08:00:00`,
    ]);
  });

  it("brings back what nothing wanted, and leaves in the trash what somebody put there", () => {
    const plan = planRows(
      [
        row(2, `${TUESDAY} 19:00:00`, { gone: "unwanted" }),
        row(3, "2031-05-13 19:00:00", { gone: "trashed" }),
        row(4, "2031-05-20 19:00:00", { gone: "trashed" }),
      ],
      [wanted(`${TUESDAY} 19:00:00`), wanted("2031-05-13 19:00:00")],
    );
    expect(plan.kept.map(({ id, occurrence }) => [id, occurrence.gone])).to.deep.equal([
      [2, undefined],
      [3, "trashed"],
    ]);
    expect(plan.unwanted.map(({ id, occurrence }) => [id, occurrence.gone])).to.deep.equal([[4, "trashed"]]);
  });

  it("gives the times of a day to those that are there before those in the trash", () => {
    const plan = planRows(
      [row(2, `${TUESDAY} 10:00:00`, { gone: "unwanted" }), row(3, `${TUESDAY} 15:00:00`)],
      [wanted(`${TUESDAY} 12:00:00`)],
    );
    expect(placesOf(plan).kept).to.deep.equal([[3, "05-06 12:00"]]);
  });

  it("moves nothing over the edge of the calendar", () => {
    const plan = planRows([row(2, "9999-12-31 19:00:00")], [], 24 * HOUR);
    expect(plan.unwanted.map(({ occurrence }) => occurrence.recurrenceId)).to.deep.equal([
      "9999-12-31 19:00:00",
    ]);
  });

  /** Random starts on three days, at full hours. */
  const starts = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 23 })), {
      selector: ([day, hour]) => day * 100 + hour,
      maxLength: 8,
    })
    .map((all) =>
      all.map(([day, hour]) => `2031-05-0${day} ${String(hour).padStart(2, "0")}:00:00`).toSorted(),
    );

  const applied = ({ kept, missing, unwanted }: RowPlan, nextId: number): readonly OccurrenceRow[] => [
    ...kept,
    ...missing.map(({ recurrenceId }, index) => row(nextId + index, recurrenceId)),
    ...unwanted,
  ];
  const highest = (rows: readonly OccurrenceRow[]): number => Math.max(1, ...rows.map(({ id }) => id));
  const there = (rows: readonly OccurrenceRow[]) =>
    rows
      .filter(({ occurrence }) => occurrence.gone === undefined)
      .map(({ id, occurrence }) => [occurrence.recurrenceId, id] as const)
      .toSorted();

  it("has one row for each wanted start after any changes, and loses no row", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(starts, fc.integer({ min: -30, max: 30 })), { maxLength: 6 }),
        (steps) => {
          let rows: readonly OccurrenceRow[] = [];
          for (const [set, hours] of steps) {
            const next = applied(planRows(rows, set.map(wanted), hours * HOUR), highest(rows) + 1);
            const ids = next.map(({ id }) => id);
            expect(new Set(ids).size).to.equal(ids.length);
            expect(ids).to.include.members(rows.map(({ id }) => id));
            expect(there(next).map(([start]) => start)).to.deep.equal(set);
            const all = next.map(({ occurrence }) => occurrence.recurrenceId);
            expect(new Set(all).size).to.equal(all.length);
            rows = next;
          }
        },
      ),
    );
  });

  it("gives every start its id again when a change is taken back", () => {
    fc.assert(
      fc.property(starts, starts, (set, other) => {
        const rows = applied(planRows([], set.map(wanted)), 2);
        const changed = applied(planRows(rows, other.map(wanted)), highest(rows) + 1);
        const back = applied(planRows(changed, set.map(wanted)), highest(changed) + 1);
        expect(there(back).map(([, id]) => id)).to.have.members(there(rows).map(([, id]) => id));
      }),
    );
  });

  it("gives every start its id again when the series moves there and back", () => {
    fc.assert(
      fc.property(starts, fc.integer({ min: -100, max: 100 }), (set, hours) => {
        const rows = applied(planRows([], set.map(wanted)), 2);
        const away = rows.map(({ occurrence }) => {
          const at = Date.parse(`${occurrence.recurrenceId.replace(" ", "T")}Z`) + hours * HOUR;
          return utcText(at);
        });
        const moved = planRows(rows, away.map(wanted), hours * HOUR);
        expect(moved.missing).to.deep.equal([]);
        const back = planRows(moved.kept, set.map(wanted), -hours * HOUR);
        expect(there(back.kept)).to.deep.equal(there(rows));
      }),
    );
  });
});
