import type { RecordField } from "@kalends/core";
import type { ExtensibleKind, JsonSchema, MemberSchemas } from "@kalends/core/interface";
import type { ExtraMembers } from "@kalends/http";
import type { Contributions } from "./contributions.ts";

const SCHEMA_NAMES = {
  event: ["Event", "Occurrence"],
  venue: ["Venue"],
  organizer: ["Organizer"],
} as const;

/**
 * Returns the JSON Schema of a plugin field: the declared one, or else one that follows from its parameter. A
 * derived schema usually also allows `null`, which stands for a field without a value.
 */
const toMember = ({ schema, parameter }: RecordField): JsonSchema => ({
  description: parameter.description,
  ...(schema ?? schemaOf(parameter)),
});

const schemaOf = ({ type, documented = {}, resolve }: RecordField["parameter"]): JsonSchema => {
  const { items, enum: names } = documented;
  if (type !== undefined || documented.type !== "array")
    return { ...(type !== undefined && { type: [type, "null"] }), ...(names && { enum: [...names, null] }) };
  // A field with `resolve` may store a value that is not a list.
  return resolve === undefined
    ? { type: ["array", "null"], items: { ...items, ...(names && { enum: names }) } }
    : {};
};

/** A member that a plugin adds to a kind of record. */
interface AddedMember {
  readonly plugin: string;
  readonly kind: ExtensibleKind;
  readonly name: string;
  readonly schema: JsonSchema;
  /** True if several filters of the same plugin may add this member. */
  readonly isShared: boolean;
}

export const addedMembers = (contributions: Contributions): readonly AddedMember[] => {
  const { fields, members, eventFilters, venueFilters, organizerFilters } = contributions;
  const toAdded = (
    plugin: string,
    kind: ExtensibleKind,
    schemas: MemberSchemas = {},
    isShared: boolean = true,
  ): readonly AddedMember[] =>
    Object.entries(schemas).map(([name, schema]) => ({ plugin, kind, name, schema, isShared }));
  return [
    ...fields
      .filter(({ value }) => value.hidden !== true)
      .flatMap(({ plugin, value }) =>
        toAdded(plugin, value.record, { [value.name]: toMember(value) }, false),
      ),
    ...members.flatMap(({ plugin, value }) => toAdded(plugin, value.record, value.schemas, false)),
    ...eventFilters.flatMap(({ plugin, value: { decorates } }) => [
      ...toAdded(plugin, "event", decorates?.event),
      ...toAdded(plugin, "venue", decorates?.venue),
    ]),
    ...venueFilters.flatMap(({ plugin, value }) => toAdded(plugin, "venue", value.decorates)),
    ...organizerFilters.flatMap(({ plugin, value }) => toAdded(plugin, "organizer", value.decorates)),
  ];
};

/** Returns the members that plugins add to records, for the API description at `/doc`. */
export const documentedMembers = (contributions: Contributions): ExtraMembers => {
  const documented: Record<string, Record<string, JsonSchema>> = {};
  for (const { kind, name, schema } of addedMembers(contributions))
    for (const shown of SCHEMA_NAMES[kind]) documented[shown] = { ...documented[shown], [name]: schema };
  return documented;
};
