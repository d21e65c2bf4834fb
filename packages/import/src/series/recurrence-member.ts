import {
  checkRecurrence,
  isCalendarError,
  parseRecurrence,
  type Recurrence,
  type Schedule,
  withFirstStart,
} from "@kalends/core";
import { SourceProblem, type SourceRecord } from "../records/source-record.ts";

/**
 * Returns the recurrence of a source event. Returns `undefined` if the event has neither rules nor dates, or
 * is an occurrence. If the rules do not produce the first start, this start is added to the dates. Throws a
 * `SourceProblem` for a recurrence that is invalid or exceeds the local limits.
 * Source: rules/recurrence.md#recurrence-first-start.
 */
export const readRecurrence = (
  source: SourceRecord,
  schedule: Schedule,
  limits: Parameters<typeof checkRecurrence>[2],
): Recurrence | undefined => {
  const sent = source.object("recurrence");
  // Occurrences also show the rules of their series, so they are recognized by `recurrence_id`.
  if (sent === undefined || sent.text("recurrence_id") !== "") return undefined;
  const [rules, dates, except] = [sent.texts("rules"), sent.texts("dates"), sent.texts("except")];
  if (rules.length + dates.length === 0) return undefined;
  try {
    const recurrence = withFirstStart(parseRecurrence({ rules, dates, except }, schedule), schedule);
    checkRecurrence(recurrence, schedule, limits);
    return recurrence;
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    throw new SourceProblem("its recurrence is not allowed here");
  }
};
