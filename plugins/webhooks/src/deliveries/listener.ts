import {
  type Actor,
  actorOf,
  can,
  type DomainEventName,
  type DurableListener,
  type PluginDeps,
} from "@kalends/core/plugin";
import type { WebhookDeps } from "../services.ts";
import { type Changed, categoriesOf, includesRecord } from "../subscriptions/matching.ts";
import type { ChangedOccurrence, Kind } from "./deliveries.ts";

/**
 * Creates the listener for domain events. It stores a delivery for each enabled subscription that lists the
 * event in `events` and whose filters match.
 * Handling the same event twice creates no second delivery. After a merge, filters by the merged records become
 * filters by the record into which they were merged.
 */
export const createListener = (names: readonly DomainEventName[], deps: WebhookDeps): DurableListener => {
  const { subscriptions, deliveries } = deps;
  return {
    durable: true,
    name: "deliveries",
    on: names,
    async handle({ name, id: position, time, change }) {
      const states = [
        ...("before" in change && change.before !== undefined ? [change.before] : []),
        ...("after" in change ? [change.after] : []),
      ];
      // Event names have the form `kind.change`. All states belong to the same record.
      const kind = name.split(".")[0] as Kind;
      const { record, filterStates, visibilityStates, occurrence } = await subjectOf(states, deps);
      const merged: readonly Changed[] = "merged" in change ? change.merged : [];
      for (const { id: subscription, value } of await subscriptions.list()) {
        if (!value.enabled || !value.events.includes(name)) continue;
        const categories = await categoriesOf(value, deps);
        const named = [...filterStates, ...merged];
        if (!named.some((state) => includesRecord(value, categories, kind, state))) continue;
        const { role } = value;
        const actor = actorOf(role);
        const seen = actor !== undefined && visibilityStates.some((state) => isSeen(state, actor, deps));
        await deliveries.add({
          ...{ subscription, name, kind, record, time, role, seen, position },
          ...(occurrence && { occurrence }),
          ...(merged.length > 0 && { merged: idsOfSeen(merged, actor, deps) }),
          ...(change.traceparent !== undefined && { traceparent: change.traceparent }),
        });
      }
      // Later events no longer name the merged records.
      const mergedIds = merged.map(({ id }) => id);
      if (mergedIds.length > 0) await subscriptions.followMerge(kind, mergedIds, record);
    },
  };
};

/** Record that changed, with the states before and after the change. */
interface Subject {
  readonly record: number;
  /** States in which the filters of a subscription are checked. One matching state is enough. */
  readonly filterStates: readonly Changed[];
  /** States that decide if the role of a subscription could see the record. One visible state is enough. */
  readonly visibilityStates: readonly Changed[];
  readonly occurrence?: ChangedOccurrence;
}

/**
 * Returns the record that a change is about. A changed occurrence counts as a change of its series. The
 * series then decides who can see the change, because occurrences have no status of their own.
 */
const subjectOf = async (
  states: readonly Changed[],
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<Subject> => {
  const latest = states.at(-1);
  if (latest === undefined || !("occurrence" in latest) || latest.occurrence === undefined)
    return { record: latest?.id ?? 0, filterStates: states, visibilityStates: states };
  const { seriesId, recurrenceId } = latest.occurrence;
  const series = await calendar.unrestricted.events.get(seriesId);
  const visibilityStates = series === undefined ? [] : [series];
  const { allDay } = (series ?? latest).schedule;
  const recurrence_id = allDay ? recurrenceId.slice(0, "YYYY-MM-DD".length) : recurrenceId;
  return {
    record: seriesId,
    filterStates: [...visibilityStates, ...states],
    visibilityStates,
    occurrence: { id: latest.id, recurrence_id },
  };
};

const idsOfSeen = (
  records: readonly Changed[],
  actor: Actor | undefined,
  deps: Pick<PluginDeps, "postStatuses">,
): readonly number[] =>
  records.flatMap((record) => (actor !== undefined && isSeen(record, actor, deps) ? [record.id] : []));

/**
 * True if the actor could see the record in this state. Records in the trash count as invisible to everyone.
 * Images are visible only to actors who may upload; categories and tags are visible to everyone.
 */
const isSeen = (
  record: Changed,
  actor: Actor,
  { postStatuses }: Pick<PluginDeps, "postStatuses">,
): boolean => {
  if ("status" in record) return record.status !== "trash" && postStatuses.canRead(record, actor);
  return "taxonomy" in record || can(actor, "upload");
};
