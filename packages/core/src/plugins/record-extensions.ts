import type { JsonObject, JsonValue } from "../model/json.ts";
import type { Extensions } from "../model/post.ts";
import type { Parameters, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { ExtensibleKind, MembersOf, RecordField, RecordMembers } from "./contributions.ts";
import type { ShownField } from "./plugin-deps.ts";
import { toFieldParameter } from "./plugin-parameters.ts";

/** A contribution and the plugin that it is from. */
export interface Owned<T> {
  readonly plugin: string;
  readonly value: T;
}

/** The fields and members that plugins add to records, as the use cases see them. */
export interface RecordExtensions {
  /** The parameters of fields; of new records some are required. */
  parameters(kind: ExtensibleKind, record: "new" | "existing"): Parameters;
  /** Fields that are not hidden, in the order of the configuration. */
  shownFields(kind: ExtensibleKind): readonly ShownField[];
  /** Every member that plugins add to the representation, without those of hidden fields. */
  memberNames(kind: ExtensibleKind): readonly string[];
  /** The extensions with the fields that were sent; what was not sent stays. */
  write(kind: ExtensibleKind, extensions: Extensions, values: ParameterValues): Extensions;
  /** The members to add to each of these records, in their order; `undefined` when no plugin adds any to this kind. */
  membersOf<Kind extends ExtensibleKind>(
    kind: Kind,
    records: readonly WrittenRecords[Kind][],
    actor: Actor,
  ): Promise<readonly JsonObject[] | undefined>;
}

/** Every name is used once for each kind of record; members do not throw. */
export const createRecordExtensions = (
  fields: readonly Owned<RecordField>[] = [],
  members: readonly RecordMembers[] = [],
): RecordExtensions => {
  const membersBy: { readonly [Kind in ExtensibleKind]: readonly MembersOf<Kind>[] } = {
    event: members.filter((added) => added.record === "event"),
    venue: members.filter((added) => added.record === "venue"),
    organizer: members.filter((added) => added.record === "organizer"),
  };
  const fieldsOf = (kind: ExtensibleKind) => fields.filter(({ value }) => value.record === kind);
  const shownFieldsOf = (kind: ExtensibleKind) => fieldsOf(kind).filter(({ value }) => value.hidden !== true);
  return {
    parameters: (kind, record) =>
      Object.fromEntries(
        fieldsOf(kind).map(({ value: { name, parameter } }) => [
          name,
          toFieldParameter(name, parameter, record === "new" && parameter.required === true),
        ]),
      ),
    shownFields: (kind) => shownFieldsOf(kind).map(({ value: { name, label = name } }) => ({ name, label })),
    memberNames: (kind) => [
      ...shownFieldsOf(kind).map(({ value: { name } }) => name),
      ...membersBy[kind].flatMap(({ schemas }) => Object.keys(schemas)),
    ],
    write(kind, extensions, values) {
      let written = extensions;
      for (const { plugin, value: field } of fieldsOf(kind)) {
        const value = values[field.name];
        // The field's own parameter made it.
        if (value !== undefined) written = withField(written, plugin, field.name, value as JsonValue);
      }
      return written;
    },
    async membersOf(kind, records, actor) {
      const shown = shownFieldsOf(kind);
      const added: readonly MembersOf<typeof kind>[] = membersBy[kind];
      if (shown.length + added.length === 0) return undefined;
      const parts = await Promise.all(added.map((contribution) => contribution.membersOf(records, actor)));
      return records.map(({ extensions }, index) =>
        Object.assign(
          Object.fromEntries(
            shown.map(({ plugin, value: { name } }) => [name, extensions[plugin]?.[name] ?? null]),
          ),
          ...parts.map((part) => part[index]),
        ),
      );
    },
  };
};

/** `null` removes the field; a plugin without data is removed, too. */
const withField = (extensions: Extensions, plugin: string, name: string, value: JsonValue): Extensions => {
  const { [name]: _previous, ...others } = extensions[plugin] ?? {};
  return withOwnData(extensions, plugin, value === null ? others : { ...others, [name]: value });
};

/** The extensions with this as all that the plugin keeps. */
export const withOwnData = (extensions: Extensions, plugin: string, data: JsonObject): Extensions => {
  const { [plugin]: _previous, ...others } = extensions;
  return Object.keys(data).length === 0 ? others : { ...others, [plugin]: data };
};
