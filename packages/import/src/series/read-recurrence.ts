import {
  checkRecurrence,
  isCalendarError,
  parseRecurrence,
  type Recurrence,
  type RecurrenceLimits,
  type Schedule,
  withFirstStart,
} from "@kalends/core";
import { SourceProblem, type SourceRecord } from "../records/source-record.ts";

/**
 * When an event takes place again; `undefined`: its source says nothing of it. A first start that the rules do not give is one of the dates.
 * Throws a `SourceProblem` for what no series here may have. Source: rules/recurrence.md#recurrence-first-start.
 */
export const readRecurrence = (
  source: SourceRecord,
  schedule: Schedule,
  limits: RecurrenceLimits,
): Recurrence | undefined => {
  const sent = source.object("recurrence");
  // Occurrences say by which rules they are.
  if (sent === undefined || sent.text("recurrence_id") !== "") return undefined;
  const [rules, dates, except] = [sent.texts("rules"), sent.texts("dates"), sent.texts("except")];
  if (rules.length + dates.length === 0) return undefined;
  try {
    const recurrence = withFirstStart(parseRecurrence({ rules, dates, except }, schedule), schedule);
    checkRecurrence(recurrence, schedule, limits);
    return recurrence;
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    throw new SourceProblem("recurrence is none that a series here may have");
  }
};
