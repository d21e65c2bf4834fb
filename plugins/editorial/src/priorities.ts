import {
  type CalendarEvent,
  can,
  type EventFilter,
  eventFilter,
  type RecordField,
  type WriteHook,
} from "@kalends/core/plugin";

const PRIORITY = { plugin: "editorial", field: "priority" } as const;

export const OF_EVENT = "How much the house wants the event to be seen, from 0 to 100.";
export const AT_LEAST = "Only events that have at least this priority.";
export const FIRST = "By priority, the highest first. Events without one come last.";
export const NOT_YOURS = "Priorities are for those who may edit the events of others.";

const BOUNDS = { minimum: 0, maximum: 100 } as const;

export const priorityField: RecordField = {
  record: "event",
  name: PRIORITY.field,
  parameter: { description: OF_EVENT, type: "integer", documented: BOUNDS },
  schema: { type: ["integer", "null"], ...BOUNDS },
};

interface PriorityValues {
  readonly min_priority: number | undefined;
  readonly priority_first: boolean | undefined;
}

export const priorityFilter: EventFilter = eventFilter<PriorityValues>({
  pure: true,
  parameters: {
    min_priority: { description: AT_LEAST, type: "integer", documented: { ...BOUNDS, example: 50 } },
    priority_first: { description: FIRST, type: "boolean" },
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

/** Leaves priorities to those who see to the events of everybody. */
export const priorityRule: WriteHook = {
  beforeSave({ kind, record, before, actor }) {
    if (kind !== "event" || actor === undefined || can(actor, "edit_others")) return record;
    if (priorityOf(record) === priorityOf(before)) return record;
    return { problem: { parameter: PRIORITY.field, text: NOT_YOURS } };
  },
};
