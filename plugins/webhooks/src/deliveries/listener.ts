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
 * Creates the listener that stores a delivery for each matching subscription. Repeated events change nothing.
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
      // Event names begin with the kind of the record. All states belong to one record.
      const kind = name.split(".")[0] as Kind;
      const { record, filterStates, visibilityStates, occurrence } = await subjectOf(states, deps);
      for (const { id: subscription, value } of await subscriptions.list()) {
        if (!value.enabled || !value.events.includes(name)) continue;
        const categories = await categoriesOf(value, deps);
        if (!filterStates.some((state) => includesRecord(value, categories, kind, state))) continue;
        const { role } = value;
        const actor = actorOf(role);
        const seen = actor !== undefined && visibilityStates.some((state) => isSeen(state, actor, deps));
        await deliveries.add({
          ...{ subscription, name, kind, record, time, role, seen, position },
          ...(occurrence && { occurrence }),
          ...(change.traceparent !== undefined && { traceparent: change.traceparent }),
        });
      }
    },
  };
};

/** Data of a change that subscriptions need. */
interface Subject {
  readonly record: number;
  /** States that the filters are applied to. */
  readonly filterStates: readonly Changed[];
  /** States that decide whether the role could see the record. */
  readonly visibilityStates: readonly Changed[];
  readonly occurrence?: ChangedOccurrence;
}

/**
 * Returns the subject of a change. A change of an occurrence counts as a change of its series, and the series
 * decides its visibility.
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

/**
 * True if the actor could see the record in this state. Deleted images have no visibility of their own, so
 * only roles that may upload can see them.
 */
const isSeen = (
  record: Changed,
  actor: Actor,
  { postStatuses }: Pick<PluginDeps, "postStatuses">,
): boolean => {
  if ("status" in record) return record.status !== "trash" && postStatuses.canRead(record, actor);
  return "taxonomy" in record || can(actor, "upload");
};
