import type { CalendarEvent } from "../model/event.ts";
import { isSameJson } from "../model/json.ts";
import { isSameSchedule } from "../model/time/schedule.ts";
import type { EventRepository } from "../ports/repositories/post-repository.ts";
import type { RecordedChange } from "./recorded-changes.ts";

/**
 * Maximum number of occurrences whose changes are recorded in one unit of work. Changes of more occurrences
 * are recorded only as a change of their series.
 */
const MAX_OCCURRENCES = 20;

type OwnState = Pick<NonNullable<CalendarEvent["occurrence"]>, "isMoved" | "gone" | "changes">;

const isSameState = (one: OwnState, other: OwnState): boolean =>
  one.isMoved === other.isMoved && one.gone === other.gone && isSameJson(one.changes, other.changes);

const hasOwnState = ({ isMoved, gone, changes }: OwnState): boolean =>
  isMoved === true || gone === "trashed" || Object.keys(changes).length > 0;

/** True if an occurrence itself was changed, and not only its series or its rule. */
const isChangedIndividually = (before: CalendarEvent | undefined, after: CalendarEvent): boolean => {
  const [was, is] = [before?.occurrence, after.occurrence];
  if (is === undefined || is.gone === "unwanted" || was?.gone === "unwanted") return false;
  if (before === undefined || was === undefined) return hasOwnState(is);
  if (was.seriesId !== is.seriesId) return false;
  return !isSameState(was, is) || (is.isMoved === true && !isSameSchedule(before.schedule, after.schedule));
};

/**
 * Returns a function `saveOccurrences` that also records in `changes`, by id, the occurrences that were
 * changed individually.
 */
export const watchSingleOccurrences = (
  events: EventRepository,
  changes: Map<number, RecordedChange>,
): Pick<EventRepository, "saveOccurrences"> => ({
  async saveOccurrences(occurrences) {
    const found = await events.findMany(occurrences.map(({ id }) => id));
    const refused = await events.saveOccurrences(occurrences);
    const known = new Map(found.map((one) => [one.id, one]));
    for (const after of occurrences) {
      const { id } = after;
      const noted = changes.get(id);
      const before = noted === undefined ? known.get(id) : (noted.before as CalendarEvent | undefined);
      if (refused.includes(id) || (noted === undefined && changes.size === MAX_OCCURRENCES)) continue;
      if (noted !== undefined || isChangedIndividually(before, after))
        changes.set(id, { kind: "event", id, ...(before && { before }), after });
    }
    return refused;
  },
});
