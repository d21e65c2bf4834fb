import { parseRecurrence, toRecurrenceId } from "@kalends/core";
import { writtenRules } from "@kalends/core/interface";
import { hasStartsAfter, shiftRecurrence, splitRecurrence } from "@kalends/core/internals";
import { expect } from "chai";
import { firstAt, recurrenceIds } from "./sets.ts";

const FIRST = firstAt({ start: "2031-05-06 19:00:00", end: "2031-05-06 21:00:00" });
const DAYS = firstAt({ start: "2031-05-06 00:00:00", allDay: true });
const UNTIL = "2033-01-01 00:00:00";

describe("recurrences", () => {
  it("are stored in one form", () => {
    expect(
      parseRecurrence(
        {
          rules: ["wkst=su;byday=+1tu,TH;bymonth=05,5;interval=02;until=20311231T230000Z;freq=monthly"],
          dates: ["20310508T100000/pt3h", "2031-05-07T20:00", "2031-05-08 10:00:00", "2031-05-09T18:00:00Z"],
          except: ["2031-06-03 19:00", "20310520T190000", "2031-06-03T19:00:00"],
        },
        FIRST,
      ),
    ).to.deep.equal({
      rules: ["FREQ=MONTHLY;UNTIL=20320101T000000;INTERVAL=2;BYDAY=1TU,TH;BYMONTH=5;WKST=SU"],
      dates: ["2031-05-07 20:00:00", "2031-05-08 10:00:00/2031-05-08 13:00:00", "2031-05-09 20:00:00"],
      except: ["2031-05-20 19:00:00", "2031-06-03 19:00:00"],
    });
  });

  it("show UNTIL in UTC, and as a date where days are whole", () => {
    const written = (rule: string, first = FIRST) =>
      writtenRules(parseRecurrence({ rules: [rule] }, first), first);
    expect(written("FREQ=DAILY;UNTIL=20311231")).to.deep.equal(["FREQ=DAILY;UNTIL=20311231T225959Z"]);
    expect(written("FREQ=DAILY;UNTIL=20310731T170000Z")).to.deep.equal(["FREQ=DAILY;UNTIL=20310731T170000Z"]);
    expect(written("FREQ=DAILY;UNTIL=20311231T120000Z", DAYS)).to.deep.equal(["FREQ=DAILY;UNTIL=20311231"]);
  });

  it("read recurrence ids as paths write them", () => {
    expect(
      ["2031-05-06T19:00:00", "2031-05-06 19:00:00", "soon"].map((text) => toRecurrenceId(text, FIRST)),
    ).to.deep.equal(["2031-05-06 19:00:00", "2031-05-06 19:00:00", undefined]);
    expect(toRecurrenceId("2031-05-06", DAYS)).to.equal("2031-05-06 00:00:00");
  });

  it("know whether they go on", () => {
    const after = (rule: string) =>
      hasStartsAfter(parseRecurrence({ rules: [rule] }, FIRST), FIRST, "2031-05-10 19:00:00");
    expect(["FREQ=DAILY;COUNT=5", "FREQ=DAILY;COUNT=6", "FREQ=YEARLY;INTERVAL=90"].map(after)).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  for (const [rules, at] of [
    [["FREQ=WEEKLY;COUNT=20"], "2031-06-10 19:00:00"],
    [["FREQ=WEEKLY;INTERVAL=3"], "2031-06-17 19:00:00"],
    [["FREQ=DAILY;UNTIL=20310901"], "2031-06-17 19:00:00"],
    // This start comes from `dates`. The rule has another weekday and time.
    [["FREQ=WEEKLY"], "2031-06-12 10:00:00"],
    [["FREQ=MONTHLY", "FREQ=YEARLY;COUNT=3"], "2031-06-12 10:00:00"],
    [["FREQ=MONTHLY;BYDAY=1TU;COUNT=6", "FREQ=DAILY;COUNT=4"], "2031-06-12 10:00:00"],
  ] as const)
    it(`are split into what was before and what comes after: ${rules.join(" and ")} at ${at}`, () => {
      const recurrence = parseRecurrence(
        {
          rules,
          dates: ["2031-05-20 10:00:00", "2031-06-12 10:00:00"],
          except: ["2031-05-27 19:00:00", "2031-07-01 19:00:00"],
        },
        FIRST,
      );
      const { before, after } = splitRecurrence(recurrence, FIRST, at);
      const later = firstAt({ start: at });
      expect([...recurrenceIds(before, FIRST, UNTIL), ...recurrenceIds(after, later, UNTIL)]).to.deep.equal(
        recurrenceIds(recurrence, FIRST, UNTIL),
      );
    });

  for (const rule of ["FREQ=DAILY;COUNT=4", "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;UNTIL=20310404"])
    it(`go on at their own time after a split where the clocks skip it: ${rule}`, () => {
      const first = firstAt({ start: "2031-03-28 02:30:00", end: "2031-03-28 02:45:00" });
      const recurrence = parseRecurrence({ rules: [rule] }, first);
      const { before, after } = splitRecurrence(recurrence, first, "2031-03-30 02:30:00");
      const later = firstAt({ start: "2031-03-30 03:30:00", end: "2031-03-30 03:45:00" });
      expect(after.dates).to.deep.equal(["2031-03-30 03:30:00"]);
      expect([...recurrenceIds(before, first, UNTIL), ...recurrenceIds(after, later, UNTIL)]).to.deep.equal(
        recurrenceIds(recurrence, first, UNTIL).map((id) => id.replace("2031-03-30 02", "2031-03-30 03")),
      );
    });

  it("are not split where a rule would lose its step", () => {
    const recurrence = parseRecurrence(
      { rules: ["FREQ=WEEKLY;INTERVAL=2"], dates: ["2031-05-14 10:00:00"] },
      FIRST,
    );
    expect(() => splitRecurrence(recurrence, FIRST, "2031-05-14 10:00:00"))
      .to.throw()
      .with.nested.property("details.problems.recurrence.reason", "split-misfit");
  });

  it("are still sets where nothing but the first start is left", () => {
    const recurrence = parseRecurrence({ dates: ["2031-05-10 19:00:00"] }, FIRST);
    const { before } = splitRecurrence(recurrence, FIRST, "2031-05-10 19:00:00");
    expect(before).to.deep.equal({ rules: [], dates: [FIRST.start], except: [] });
  });

  it("end the day before where whole days are split", () => {
    const recurrence = parseRecurrence({ rules: ["FREQ=DAILY"] }, DAYS);
    expect(splitRecurrence(recurrence, DAYS, "2031-05-10 00:00:00").before.rules).to.deep.equal([
      "FREQ=DAILY;UNTIL=20310509T235959",
    ]);
  });

  it("move with their first start", () => {
    const recurrence = parseRecurrence(
      {
        rules: ["FREQ=WEEKLY;UNTIL=20311231;BYDAY=TU", "FREQ=MONTHLY;UNTIL=20311206T190000"],
        dates: ["2031-05-07 10:00:00/PT2H"],
        except: ["2031-05-13 19:00:00"],
      },
      FIRST,
    );
    expect(shiftRecurrence(recurrence, FIRST, firstAt({ start: "2031-05-07 20:30:00" }))).to.deep.equal({
      rules: ["FREQ=WEEKLY;UNTIL=20320101T235959;BYDAY=TU", "FREQ=MONTHLY;UNTIL=20311207T203000"],
      dates: ["2031-05-08 11:30:00/2031-05-08 13:30:00"],
      except: ["2031-05-14 20:30:00"],
    });
    expect(shiftRecurrence(recurrence, FIRST, DAYS)).to.deep.equal({
      rules: ["FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=TU", "FREQ=MONTHLY;UNTIL=20311206T235959"],
      dates: ["2031-05-07 00:00:00/2031-05-07 23:59:59"],
      except: ["2031-05-13 00:00:00"],
    });
  });
});
