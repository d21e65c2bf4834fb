import { CalendarError, type Problem } from "../../../errors.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import type { SiteSettings } from "../../../model/site.ts";
import { toSlug } from "../../../model/text/slug.ts";
import type { Compute } from "../../../unit-of-work/computing.ts";
import type { EventValues } from "../../events/event-fields.ts";
import { readDate } from "../../posts/resolve-publication.ts";
import { isSameRecurrence } from "../resolve-recurrence.ts";

interface Moment {
  readonly now: number;
  readonly site: Pick<SiteSettings, "timezone">;
}

/** Values that a single occurrence must share with its series. A client may send the current value. */
export const SERIES_ONLY_VALUES = {
  author: undefined,
  date: undefined,
  date_utc: undefined,
  slug: undefined,
  status: undefined,
  recurrence: undefined,
  external_ids: undefined,
} as const;

/**
 * Throws `rest_invalid_param` if the values contain one that only a complete series can have.
 * Source: rules/recurrence.md#scope-this.
 */
export const requireThisScope = async (
  values: EventValues<unknown>,
  occurrence: CalendarEvent,
  series: CalendarEvent,
  moment: Moment,
  compute: Compute,
): Promise<void> => {
  const { author, slug, recurrence, external_ids: externalIds = [] } = values;
  const dates = datesOf(values, moment);
  const problems: Record<string, Problem> = {};
  const refuse = (name: keyof typeof SERIES_ONLY_VALUES): void => {
    problems[name] = { reason: "scope-this" };
  };
  if (author !== undefined && author !== series.author) refuse("author");
  if (dates.date !== undefined && dates.date !== series.date) refuse("date");
  if (dates.dateUtc !== undefined && dates.dateUtc !== series.dateUtc) refuse("date_utc");
  if (slug !== undefined && toSlug(slug) !== toSlug(occurrence.slug)) refuse("slug");
  if (recurrence !== undefined && !(await isSameRecurrence(recurrence, series, compute)))
    refuse("recurrence");
  if (externalIds.length > 0) refuse("external_ids");
  const status = statusProblem(values, occurrence, series);
  if (status !== undefined) problems.status = status;
  if (Object.keys(problems).length > 0) throw new CalendarError("rest_invalid_param", { problems });
};

const datesOf = (
  { date, date_utc: dateUtc }: EventValues<unknown>,
  { now, site }: Moment,
): { readonly date?: string; readonly dateUtc?: string } => {
  const ignore = (): void => undefined;
  return {
    ...(date !== undefined && { date: readDate("date", date, site.timezone, now, ignore) }),
    ...(dateUtc !== undefined && { dateUtc: readDate("date_utc", dateUtc, "UTC", now, ignore) }),
  };
};

/**
 * Returns the problem of a status for a single occurrence, if any. The only allowed change restores the
 * occurrence from the trash. The series must then be outside of the trash and must still produce its start.
 */
const statusProblem = (
  { status }: EventValues<unknown>,
  occurrence: CalendarEvent,
  series: CalendarEvent,
): Problem | undefined => {
  if (status === undefined || status === occurrence.status) return undefined;
  if (status !== series.status && (status !== "publish" || series.status === "trash" || !isGone(occurrence)))
    return { reason: "scope-this" };
  return occurrence.occurrence?.gone === "unwanted" ? { reason: "unwanted-occurrence" } : undefined;
};

const isGone = ({ occurrence }: CalendarEvent): boolean => occurrence?.gone !== undefined;

/** True if the values restore the occurrence from the trash. */
export const isRestored = ({ status }: EventValues<unknown>, occurrence: CalendarEvent): boolean =>
  status !== undefined && isGone(occurrence);
