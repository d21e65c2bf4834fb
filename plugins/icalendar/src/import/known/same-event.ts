import type { CalendarEvent } from "@kalends/core/plugin";
import { PLUGIN } from "../../fields.ts";

/**
 * True if both events have the same content. The time of the last change, external ids, the data of this
 * plugin, and the order of categories and tags are ignored.
 */
export const isSameEvent = (one: CalendarEvent, other: CalendarEvent): boolean =>
  JSON.stringify(compared(one)) === JSON.stringify(compared(other));

const byNumber = (one: number, other: number): number => one - other;

const compared = (event: CalendarEvent): unknown => {
  const { modified: _modified, modifiedUtc: _utc, hostAuthorId: _host, occurrence, ...rest } = event;
  const { categoryIds, tagIds, extensions, externalIds: _ids, ...members } = rest;
  const { [PLUGIN]: _own, ...others } = extensions;
  return sorted({
    ...members,
    extensions: others,
    categoryIds: categoryIds.toSorted(byNumber),
    tagIds: tagIds.toSorted(byNumber),
    // `changes` is not compared, because the event already contains the values from it.
    ...(occurrence !== undefined && { isMoved: occurrence.isMoved, gone: occurrence.gone }),
  });
};

/**
 * Returns the value with the members of all objects sorted by name, so that equal values have the same JSON.
 */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [two]) => (one < two ? -1 : 1)).map(([key, member]) => [key, sorted(member)]),
  );
};
