import type { CalendarEvent } from "@kalends/core/plugin";
import { PLUGIN } from "../fields.ts";

/** Whether both say the same, whenever they were written. */
export const isSameEvent = (one: CalendarEvent, other: CalendarEvent): boolean =>
  JSON.stringify(compared(one)) === JSON.stringify(compared(other));

const compared = (event: CalendarEvent): unknown => {
  const { modified: _modified, modifiedUtc: _utc, extensions, hostAuthorId: _host, ...rest } = event;
  const { [PLUGIN]: _own, ...others } = extensions;
  return sorted({ ...rest, extensions: others });
};

/** With its members in one order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [two]) => (one < two ? -1 : 1)).map(([key, member]) => [key, sorted(member)]),
  );
};
