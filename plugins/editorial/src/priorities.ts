import {
  type Actor,
  type CalendarEvent,
  can,
  type EventFilter,
  eventFilter,
  type RecordField,
  type WriteHook,
} from "@kalends/core/plugin";
import { english } from "./texts.ts";

const PRIORITY = { plugin: "editorial", field: "priority" } as const;

const BOUNDS = { minimum: 0, maximum: 100 } as const;

/** True if the actor may set and change priorities. */
const mayPrioritize = (actor: Actor): boolean => can(actor, "edit_others");

export const priorityField: RecordField = {
  record: "event",
  name: PRIORITY.field,
  form: {
    label: english("field.priority.label"),
    group: "display",
    permits: mayPrioritize,
  },
  parameter: { description: english("field.priority"), type: "integer", documented: BOUNDS },
  schema: { type: ["integer", "null"], ...BOUNDS },
};

interface PriorityValues {
  readonly min_priority: number | undefined;
  readonly priority_first: boolean | undefined;
}

export const priorityFilter: EventFilter = eventFilter<PriorityValues>({
  pure: true,
  sorts: ["priority_first"],
  parameters: {
    min_priority: {
      description: english("parameter.min_priority"),
      type: "integer",
      documented: { ...BOUNDS, example: 50 },
    },
    priority_first: { description: english("parameter.priority_first"), type: "boolean" },
  },
  narrow: (query, { min_priority: from, priority_first: isFirst = false }) => ({
    ...query,
    ...(from !== undefined && {
      extensions: [...(query.extensions ?? []), { ...PRIORITY, range: { from } }],
    }),
    ...(isFirst && { order: { by: "field", ...PRIORITY, descending: true } }),
  }),
});

const priorityOf = (event: CalendarEvent | undefined): unknown =>
  event?.extensions[PRIORITY.plugin]?.[PRIORITY.field];

/**
 * Write hook that refuses a change of an event's priority if the actor lacks the capability `edit_others`. A
 * new event with a priority counts as a change. Writes without an actor are always accepted.
 */
export const priorityRule: WriteHook = {
  beforeSave({ kind, record, before, actor }) {
    if (kind !== "event" || actor === undefined || mayPrioritize(actor)) return record;
    if (priorityOf(record) === priorityOf(before)) return record;
    return { problem: { parameter: PRIORITY.field, text: english("problem.not_yours") } };
  },
};
