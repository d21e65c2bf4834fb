import type { JsonObject, JsonValue } from "../model/json.ts";
import type { Extensions } from "../model/post.ts";
import type { Parameters, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { ExtensibleKind, MembersOf, RecordField, RecordMembers } from "./contributions.ts";
import { toLabel } from "./field-form.ts";
import type { ShownField } from "./plugin-deps.ts";
import { toFieldParameter } from "./plugin-parameters.ts";

/** Contribution together with the name of its plugin. */
export interface Owned<T> {
  readonly plugin: string;
  readonly value: T;
}

/** Fields and members that plugins add to records, as the use cases need them. */
export interface RecordExtensions {
  /**
   * Returns the parameters of plugin fields. Those of required fields are required only if `record` is `new`.
   */
  parameters(kind: ExtensibleKind, record: "new" | "existing"): Parameters;
  /** Returns all fields, in the order in which the plugins are configured. */
  fields(kind: ExtensibleKind): readonly Owned<RecordField>[];
  /** Returns the fields that are not hidden, in the same order, with English texts. */
  shownFields(kind: ExtensibleKind): readonly ShownField[];
  /**
   * Returns the names of all members that plugins add to the representation of a record. Hidden fields are
   * not included.
   */
  memberNames(kind: ExtensibleKind): readonly string[];
  /**
   * Returns the extensions of a record with the values of the fields that were sent. Fields that were not
   * sent keep their values.
   */
  write(kind: ExtensibleKind, extensions: Extensions, values: ParameterValues): Extensions;
  /**
   * Returns the values of all fields in these extensions by field name, as `write` accepts them. A field
   * without a value has the value `null`, or `undefined` if it is required.
   */
  valuesOf(kind: ExtensibleKind, extensions: Extensions): ParameterValues;
  /**
   * Returns the members that plugins add to each record, in the order of `records`. Returns `undefined` if no
   * plugin adds members to this kind.
   */
  membersOf<Kind extends ExtensibleKind>(
    kind: Kind,
    records: readonly WrittenRecords[Kind][],
    actor: Actor,
  ): Promise<readonly JsonObject[] | undefined>;
}

/**
 * Creates the extensions from the contributions of all plugins. Names must be unique for each kind of record,
 * and `membersOf` must not throw.
 */
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
    fields: fieldsOf,
    shownFields: (kind) => shownFieldsOf(kind).map(({ value }) => toShownField(value)),
    memberNames: (kind) => [
      ...shownFieldsOf(kind).map(({ value: { name } }) => name),
      ...membersBy[kind].flatMap(({ schemas }) => Object.keys(schemas)),
    ],
    write(kind, extensions, values) {
      let written = extensions;
      for (const { plugin, value: field } of fieldsOf(kind)) {
        const value = values[field.name];
        // The type is safe, because the field's own parameter has parsed the value.
        if (value !== undefined) written = withField(written, plugin, field.name, value as JsonValue);
      }
      return written;
    },
    valuesOf: (kind, extensions) =>
      Object.fromEntries(
        fieldsOf(kind).map(({ plugin, value: { name, parameter } }) => [
          name,
          extensions[plugin]?.[name] ?? (parameter.required === true ? undefined : null),
        ]),
      ),
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

const toShownField = ({ name, form = {}, parameter: { documented } }: RecordField): ShownField => {
  const { label = toLabel(name), choices = {}, unit } = form;
  const values = documented?.enum?.map((value) => [value, choices[value] ?? toLabel(value)] as const);
  return {
    ...{ name, label },
    ...(values && { choices: Object.fromEntries(values) }),
    ...(unit !== undefined && { unit }),
  };
};

/**
 * Sets the value of one field; `null` removes it. A plugin without any remaining data is removed from the
 * extensions.
 */
const withField = (extensions: Extensions, plugin: string, name: string, value: JsonValue): Extensions => {
  const { [name]: _previous, ...others } = extensions[plugin] ?? {};
  return withOwnData(extensions, plugin, value === null ? others : { ...others, [name]: value });
};

/** Replaces all data of a plugin in a record's extensions by `data`. */
export const withOwnData = (extensions: Extensions, plugin: string, data: JsonObject): Extensions => {
  const { [plugin]: _previous, ...others } = extensions;
  return Object.keys(data).length === 0 ? others : { ...others, [plugin]: data };
};
