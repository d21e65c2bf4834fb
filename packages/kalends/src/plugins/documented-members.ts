import type { ExtensibleKind, JsonSchema, MemberSchemas } from "@kalends/core";
import type { ExtraMembers } from "@kalends/http";
import { type Contributions, valuesOf } from "./contributions.ts";

const SCHEMA_NAMES = { event: "Event", venue: "Venue", organizer: "Organizer" } as const;

/** The members that plugins add to records, as `/doc` tells them. */
export const documentedMembers = (contributions: Contributions): ExtraMembers => {
  const schemas: Record<ExtensibleKind, Record<string, JsonSchema>> = { event: {}, venue: {}, organizer: {} };
  // Plugins write schemas of OpenAPI 3.0, whose words are among those of the document.
  const add = (kind: ExtensibleKind, members: MemberSchemas = {}): void => {
    Object.assign(schemas[kind], members);
  };
  for (const { record, name, parameter, schema, hidden } of valuesOf(contributions.fields)) {
    const { description, type, documented } = parameter;
    const ofParameter = {
      description,
      ...(type && { type }),
      ...(documented?.enum && { enum: documented.enum }),
    };
    if (hidden !== true) add(record, { [name]: schema ?? { ...ofParameter, nullable: true } });
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
