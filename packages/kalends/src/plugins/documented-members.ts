import type { ExtensibleKind, JsonSchema, MemberSchemas, RecordField } from "@kalends/core";
import type { ExtraMembers } from "@kalends/http";
import { type Contributions, valuesOf } from "./contributions.ts";

const SCHEMA_NAMES = { event: "Event", venue: "Venue", organizer: "Organizer" } as const;

/** A field that nobody set is shown as `null`. */
const toMember = ({ schema, parameter: { description, type, documented } }: RecordField): JsonSchema => ({
  description,
  ...(schema ?? {
    ...(type !== undefined && { type: [type, "null"] }),
    ...(documented?.enum && { enum: [...documented.enum, null] }),
  }),
});

/** The members that plugins add to records, as `/doc` tells them. */
export const documentedMembers = (contributions: Contributions): ExtraMembers => {
  const schemas: Record<ExtensibleKind, Record<string, JsonSchema>> = { event: {}, venue: {}, organizer: {} };
  const add = (kind: ExtensibleKind, members: MemberSchemas = {}): void => {
    Object.assign(schemas[kind], members);
  };
  for (const field of valuesOf(contributions.fields)) {
    if (field.hidden !== true) add(field.record, { [field.name]: toMember(field) });
  }
  for (const { record, schemas: members } of valuesOf(contributions.members)) add(record, members);
  for (const { decorates } of valuesOf(contributions.eventFilters)) {
    add("event", decorates?.event);
    add("venue", decorates?.venue);
  }
  for (const { decorates } of valuesOf(contributions.venueFilters)) add("venue", decorates);
  for (const { decorates } of valuesOf(contributions.organizerFilters)) add("organizer", decorates);
  const kinds = Object.keys(SCHEMA_NAMES) as readonly ExtensibleKind[];
  return Object.fromEntries(
    kinds.flatMap((kind) =>
      Object.keys(schemas[kind]).length === 0 ? [] : [[SCHEMA_NAMES[kind], schemas[kind]]],
    ),
  );
};
