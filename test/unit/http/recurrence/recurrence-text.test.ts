import { createSchedule, type Recurrence, type Schedule } from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import { LANGUAGES, type Language, recurrenceText } from "@kalends/http/internals";
import { expect } from "chai";
import fc from "fast-check";
import { TEXTS } from "./recurrence-texts.ts";

const scheduleOf = (start: string, allDay = false): Schedule =>
  createSchedule({ start, end: start, timezone: "America/New_York", allDay, dayCutoff: "00:00" });

const FIRST = scheduleOf("1997-09-02 09:00:00");

const recurrence = (given: Partial<Recurrence>): Recurrence => ({
  rules: [],
  dates: [],
  except: [],
  ...given,
});

const inAll = (given: Partial<Recurrence>, first = FIRST): readonly string[] =>
  (["en", "de", "es", "fr"] as const).map((language) => recurrenceText(recurrence(given), first, language));

// rules/recurrence.md#recurrence-text
describe("a recurrence set in words", () => {
  for (const [rule, texts] of Object.entries(TEXTS)) {
    it(`says ${rule}`, () => {
      expect(inAll({ rules: [rule] })).to.deep.equal(texts);
    });
  }

  // Source: RFC 7529
  it("says other calendars, whose months have numbers, and where days go that a month lacks", () => {
    expect(
      inAll({ rules: ["RSCALE=HEBREW;FREQ=YEARLY;BYMONTHDAY=8;BYMONTH=5L,6;SKIP=FORWARD"] }),
    ).to.deep.equal([
      "Every year in months 5L and 6 on the 8th day of the month, by the Hebrew calendar, days that do not exist move to the one after",
      "Jedes Jahr in den Monaten 5L und 6 am 8. Tag des Monats, nach dem hebräischen Kalender, fehlende Tage rücken auf den Tag danach",
      "Cada año en los meses 5L y 6 el día 8 del mes, según el calendario hebreo, los días que no existen pasan al día siguiente",
      "Chaque année aux mois 5L et 6 le 8e jour du mois, selon le calendrier hébraïque, les jours qui n’existent pas passent au lendemain",
    ]);
    const [english] = inAll({ rules: ["RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"] });
    expect(english).to.equal("Every month on the 31st day, days that do not exist move to the one before");
    expect(inAll({ rules: ["RSCALE=CHINESE;FREQ=YEARLY"] })[0]).to.equal(
      "Every year, by the Chinese calendar",
    );
  });

  it("says several rules, further dates and exceptions, without the time that all have", () => {
    const given = {
      rules: ["FREQ=WEEKLY;BYDAY=TU", "FREQ=MONTHLY;UNTIL=20301231T235959;BYMONTHDAY=1"],
      dates: ["1997-09-12 09:00:00"],
      except: ["1997-09-09 09:00:00", "1997-09-16 09:00:00"],
    };
    expect(inAll(given)).to.deep.equal([
      "Every week on Tuesday; every month on the 1st day, until 31 December 2030; also on 12 September 1997; except on 9 September 1997 and 16 September 1997",
      "Jede Woche am Dienstag; jeden Monat am 1. Tag, bis zum 31. Dezember 2030; außerdem am 12. September 1997; nicht am 9. September 1997 und 16. September 1997",
      "Cada semana los martes; cada mes el día 1, hasta el 31 de diciembre de 2030; además, el 12 de septiembre de 1997; excepto el 9 de septiembre de 1997 y el 16 de septiembre de 1997",
      "Chaque semaine le mardi\u202f; chaque mois le 1er jour, jusqu’au 31 décembre 2030\u202f; également le 12 septembre 1997\u202f; sauf le 9 septembre 1997 et le 16 septembre 1997",
    ]);
  });

  it("says dates at other times and periods without a rule", () => {
    const dates = ["1997-09-12 13:00:00", "1997-10-01 20:00:00/1997-10-01 22:30:00"];
    expect(inAll({ dates })).to.deep.equal([
      "On the first date; also on 12 September 1997 at 13:00 and 1 October 1997 at 20:00 (until 22:30)",
      "Am ersten Termin; außerdem am 12. September 1997 um 13:00 Uhr und 1. Oktober 1997 um 20:00 Uhr (bis 22:30 Uhr)",
      "En la primera fecha; además, el 12 de septiembre de 1997 a las 13:00 y el 1 de octubre de 1997 a las 20:00 (hasta las 22:30)",
      "À la première date\u202f; également le 12 septembre 1997 à 13:00 et le 1er octobre 1997 à 20:00 (jusqu’à 22:30)",
    ]);
  });

  it("says days of whole days, at most ten, and how many more there are", () => {
    const days = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `1998-01-${String(index + 10)} 00:00:00`);
    const first = scheduleOf("1997-09-02", true);
    const dates = ["1997-10-01 00:00:00/1997-10-03 23:59:59"];
    const [english] = inAll({ rules: ["FREQ=YEARLY;UNTIL=20001231T235959"], dates }, first);
    expect(english).to.equal(
      "Every year on 2 September, until 31 December 2000; also on 1 October 1997 (until 3 October 1997)",
    );
    const endings = [
      / January 1998 and 2 more$/,
      / und an 2 weiteren Terminen$/,
      / y 2 fechas más$/,
      / et 2 autres dates$/,
    ];
    for (const [index, text] of inAll({ rules: ["FREQ=DAILY"], except: days(12) }, first).entries()) {
      expect(text).to.match(endings[index] as RegExp);
      expect(text.match(/1998/g)).to.have.length(10);
    }
    expect(inAll({ rules: ["FREQ=DAILY"], except: days(11) }, first).join()).to.match(
      /and 1 more,.* und an einem weiteren Termin,.* y una fecha más,.* et une autre date$/,
    );
  });

  it("says the last day by the time of the first start", () => {
    const until = (time: string): string | undefined =>
      inAll({ rules: [`FREQ=DAILY;UNTIL=19971224T${time}`] })[0];
    expect(until("090000")).to.equal("Every day, until 24 December 1997");
    expect(until("085959")).to.equal("Every day, until 23 December 1997");
  });

  const list = <T>(values: readonly T[], maxLength: number): fc.Arbitrary<readonly T[] | undefined> =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }), { nil: undefined });
  const part = (name: string, values: readonly unknown[] | undefined): string =>
    values === undefined ? "" : `;${name}=${values.join()}`;
  /** Random rules that are fast to compute and clearly different. */
  const rules = fc
    .record({
      frequency: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
      interval: fc.constantFrom(1, 2, 3),
      end: fc.constantFrom("", ";COUNT=3", ";COUNT=4", ";UNTIL=19981224T090000", ";UNTIL=19981224T080000"),
      months: list([1, 5, 9], 2),
      monthDays: list([1, 2, 13, -1, -2], 2),
      days: list(["MO", "TU", "FR"], 2),
      placed: list(["1TU", "2FR", "-1MO"], 2),
      hours: list([9, 20], 2),
      minutes: list([0, 30], 2),
      weekStart: fc.constantFrom("", ";WKST=SU"),
    })
    .map(({ frequency, interval, end, months, monthDays, days, placed, hours, minutes, weekStart }) => {
      const hasPlaces = frequency === "MONTHLY" || frequency === "YEARLY";
      return `FREQ=${frequency}${end};INTERVAL=${interval}${part("BYMINUTE", minutes)}${part("BYHOUR", hours)}${part(
        "BYDAY",
        hasPlaces ? placed : days,
      )}${frequency === "WEEKLY" ? "" : part("BYMONTHDAY", monthDays)}${part("BYMONTH", months)}${weekStart}`;
    });

  /** Returns the first starts of a rule. */
  const startsOf = (rule: string): string => {
    const starts: string[] = [];
    const range = { until: "2003-01-01 00:00:00" };
    for (const { recurrenceId } of instancesOf(recurrence({ rules: [rule] }), FIRST, "00:00", range)) {
      starts.push(recurrenceId);
      if (starts.length === 60) break;
    }
    return starts.join();
  };

  it("says what differs in meaning differently, in every language", () => {
    fc.assert(
      fc.property(rules, rules, fc.constantFrom(...LANGUAGES), (one, other, language: Language) => {
        const [text, another] = [one, other].map((rule) =>
          recurrenceText(recurrence({ rules: [rule] }), FIRST, language),
        );
        if (text === another) expect(startsOf(one), `${text}: ${one} and ${other}`).to.equal(startsOf(other));
      }),
      { numRuns: 1000 },
    );
  });

  it("says what differs in one part differently", () => {
    const change = fc.constantFrom(
      "INTERVAL=1",
      "INTERVAL=3",
      "BYMONTH=9",
      "BYHOUR=9",
      "BYHOUR=20",
      "WKST=SU",
    );
    fc.assert(
      fc.property(rules, change, fc.constantFrom(...LANGUAGES), (rule, changed, language: Language) => {
        const [name = ""] = changed.split("=");
        const other = [...rule.split(";").filter((one) => !one.startsWith(name)), changed].join(";");
        const [text, another] = [rule, other].map((written) =>
          recurrenceText(recurrence({ rules: [written] }), FIRST, language),
        );
        if (text === another)
          expect(startsOf(rule), `${text}: ${rule} and ${other}`).to.equal(startsOf(other));
      }),
      { numRuns: 150 },
    );
  });
});
