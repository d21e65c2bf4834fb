import { createSchedule, type KnownEventFields, type Problem, repairRule } from "@kalends/core/plugin";
import { faultOf } from "../../read/event/rules-of-event.ts";

/** Recurrence that the API refused. */
interface Sent {
  readonly rules: readonly string[];
  readonly dates: readonly string[];
  readonly except: readonly string[];
}

/**
 * Values with a reduced recurrence. `text` is a sentence for the report about the parts that were left out.
 */
export interface ReducedValues {
  readonly values: KnownEventFields;
  readonly text?: string;
}

const textsOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.map(String) : typeof list === "string" && list !== "" ? [list] : [];

/**
 * Returns the values with a recurrence that the API may accept after it refused the previous one. If no rule
 * produces the first start, the start is added to the dates. Invalid rules and dates are left out. Returns
 * `undefined` if nothing can be reduced.
 * Source: rules/recurrence.md#recurrence-of-imports.
 */
export const withReducedRecurrence = (
  values: KnownEventFields,
  problem: Problem,
): ReducedValues | undefined => {
  const { recurrence, start_date: start = "" } = values;
  const sent: Sent = {
    rules: textsOf(recurrence?.rules),
    dates: textsOf(recurrence?.dates),
    except: textsOf(recurrence?.except),
  };
  const reduced = reductionOf(sent, problem, values);
  if (reduced === undefined) return undefined;
  const { rules, dates, except } = { ...sent, ...reduced.recurrence };
  const isSingle = rules.length === 0 && dates.every((date) => date === start);
  const left = !isSingle
    ? { rules, dates, except }
    : { rules, dates: [], except: except.includes(start) ? [start] : [] };
  if (JSON.stringify(left) === JSON.stringify(sent)) return undefined;
  return {
    values: { ...values, recurrence: left },
    ...(reduced.text !== undefined && { text: reduced.text }),
  };
};

interface Reduction {
  readonly recurrence: Partial<Sent>;
  readonly text?: string;
}

const reductionOf = (
  { rules, dates, except }: Sent,
  { reason, at = "", values = {}, text }: Problem,
  event: KnownEventFields,
): Reduction | undefined => {
  const { start_date: start } = event;
  const [, list, place] = /^\[(rules|dates|except)\](?:\[(\d+)\])?$/.exec(at) ?? [];
  const index = Number(place ?? -1);
  switch (reason) {
    case "first-start-misfit":
      // In iCalendar, the first start need not match the rule (RFC 5545, 3.8.5.3). Adding the first start to
      // the dates has the same result.
      return start === undefined
        ? undefined
        : { recurrence: { dates: [...new Set([...dates, start])].sort() } };
    case "too-many": {
      const maximum = Number(values.maximum);
      const first = { rules, dates, except }[list as keyof Sent]?.slice(0, maximum);
      return (
        first && {
          recurrence: { [list as keyof Sent]: first },
          text: `Only the first ${maximum} ${list} were used.`,
        }
      );
    }
    case "rule-ends-early":
      return {
        recurrence: { rules: rules.toSpliced(index, 1) },
        text: `The rule ${rules[index]} was not imported: it ends before the event starts.`,
      };
    case "recurrence-never":
      return { recurrence: { rules: [] }, text: "The rule was not imported: it gives no date." };
    case "rule-too-costly":
      return {
        recurrence: { rules: [] },
        text: "The rules were not imported: they take too long to compute.",
      };
    case "recurrence-too-many":
      return withoutLater({ rules, dates, except }, String(values.last), Number(values.maximum), event);
    case "recurrence-too-dense": {
      const isOfDates = rules.length > 0 && dates.length > 0;
      return {
        recurrence: isOfDates ? { dates: [] } : { rules: [], dates: [] },
        text: `The ${isOfDates ? "additional dates" : "rules and dates"} were not imported: dates are less than an hour apart.`,
      };
    }
    case "recurrence-excepted":
      return undefined;
    default: {
      if (list === undefined || index < 0)
        return {
          recurrence: { rules: [], dates: [] },
          text: `The recurrence was not imported: ${text ?? faultOf({ reason, values })}`,
        };
      const all = { rules, dates, except }[list as keyof Sent];
      return {
        recurrence: { [list]: all.toSpliced(index, 1) },
        text: `${all[index]} was not imported: ${text ?? faultOf({ reason, values })}`,
      };
    }
  }
};

/** Ends rules and dates at `last`, so that the recurrence has at most `maximum` dates. */
const withoutLater = (
  { rules, dates, except }: Sent,
  last: string,
  maximum: number,
  { start_date, end_date, all_day, timezone }: KnownEventFields,
): Reduction => {
  const until = last.replace(" ", "T").replaceAll(/[-:]/g, "");
  const allDay = all_day === true;
  const first = createSchedule({
    start: String(start_date),
    end: String(end_date),
    timezone: String(timezone),
    allDay,
    dayCutoff: "00:00",
  });
  const ended = rules.map((rule) => {
    const own = /UNTIL=(\d{8})/.exec(rule)?.[1] ?? "99999999";
    if (own < until.slice(0, 8)) return rule;
    const parts = rule.split(";").filter((part) => !part.startsWith("UNTIL="));
    // If the rule already has a COUNT, `repairRule` keeps COUNT or UNTIL, whichever ends the rule first.
    return repairRule([...parts, `UNTIL=${until}`].join(";"), first).rule ?? rule;
  });
  return {
    recurrence: { rules: ended, dates: dates.filter((date) => date <= last), except },
    text: `It takes place more than ${maximum.toLocaleString("en")} times: only the first ${maximum.toLocaleString("en")} dates were imported, until ${last}.`,
  };
};
