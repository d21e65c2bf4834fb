import type { CollectionOperation } from "../../operation.ts";
import type { Operations } from "../../operations.ts";
import type { Parameters, ParametersFor } from "../../parameter.ts";
import { refuse } from "../../parameters/scalars.ts";
import type { RecordField } from "../../plugins/contributions.ts";
import { FIELD_GROUPS } from "../../plugins/field-form.ts";
import type { Owned, RecordExtensions } from "../../plugins/record-extensions.ts";
import { type Actor, can } from "../../rights/actor.ts";
import { callHook, requireSynchronous } from "../../write-hooks/hook-results.ts";
import { describeOwnField, describePluginField, type FieldContext } from "./describe-field.ts";
import type { FieldsOfRecord, FieldView } from "./field-view.ts";
import { FIELD_RECORDS, type FieldRecord, OWN_FORMS } from "./own-forms.ts";

type Values = { readonly record: FieldRecord };

/** Operations whose parameters are the fields, by kind of record. */
const RESOURCES: {
  readonly [Kind in FieldRecord]: "events" | "venues" | "organizers" | "categories" | "tags";
} = {
  event: "events",
  venue: "venues",
  organizer: "organizers",
  category: "categories",
  tag: "tags",
};

interface FieldsOperationDeps extends Omit<FieldContext, "actor"> {
  readonly operations: Pick<Operations, (typeof RESOURCES)[FieldRecord]>;
  readonly extensions: RecordExtensions | undefined;
}

const PARAMETERS: ParametersFor<Values> = {
  record: {
    description: "parameter.fields.record",
    type: "string",
    required: true,
    documented: { enum: FIELD_RECORDS, example: "event" },
    resolve(raw) {
      const value = FIELD_RECORDS.find((record) => record === raw);
      return value === undefined ? refuse("not-one-of", { names: FIELD_RECORDS.join(", ") }) : { value };
    },
  },
};

/**
 * Creates the operation that describes the fields that a caller may set in records of one kind. It needs the
 * general right to edit. A caller who may not write records of this kind gets no fields.
 * Source: rules/fields.md#fields.
 */
export const createFieldsOperation = ({
  operations,
  extensions,
  ...context
}: FieldsOperationDeps): CollectionOperation<Values, FieldsOfRecord> => ({
  method: "read",
  parameters: PARAMETERS,
  permits: (actor) => can(actor, "edit"),
  async run({ record }, { actor }) {
    const { parameters, permits } = operations[RESOURCES[record]].create;
    if (!permits(actor)) return { record, groups: [], fields: [] };
    const added = record === "category" || record === "tag" ? [] : (extensions?.fields(record) ?? []);
    const own = ownFields(record, parameters, { ...context, actor });
    const described = added.flatMap((field, position) =>
      isShown(field, actor) ? [describePluginField(field, position)] : [],
    );
    return toGroups(record, [...own, ...described]);
  },
});

/** Returns the built-in fields that the actor may set, in the order of their forms. */
const ownFields = (
  record: FieldRecord,
  parameters: Parameters,
  context: FieldContext,
): readonly FieldView[] => {
  const counts = new Map<string, number>();
  return Object.entries(OWN_FORMS[record]).flatMap(([name, form]) => {
    const parameter = parameters[name];
    if (parameter === undefined || parameter.undocumented) return [];
    const order = (counts.get(form.group) ?? 0) + ORDER_STEP;
    counts.set(form.group, order);
    const isPermitted = form.permits?.(context.actor) ?? true;
    return isPermitted ? [describeOwnField(record, name, parameter, form, order, context)] : [];
  });
};

/** Distance between the orders of two built-in fields, so that fields of plugins fit between them. */
const ORDER_STEP = 10;

/**
 * True if forms show a field of a plugin to the actor. Responses contain no values of hidden fields, so forms
 * show these only if the plugin declares a form. Source: rules/fields.md#plugin-fields.
 */
const isShown = ({ plugin, value }: Owned<RecordField>, actor: Actor): boolean => {
  const { name, hidden = false, form } = value;
  if (form === undefined) return !hidden;
  const owner = `permits of the field ${name} of ${plugin}`;
  const result: unknown = callHook(owner, () => form.permits?.(actor) ?? true);
  requireSynchronous(owner, result);
  if (typeof result !== "boolean") throw new Error(`${owner} returned neither true nor false`);
  return result;
};

const isOwnGroup = (group: string): boolean => (FIELD_GROUPS as readonly string[]).includes(group);

/** Sorts the fields by group and order. Groups of plugins follow the built-in groups. */
const toGroups = (record: FieldRecord, fields: readonly FieldView[]): FieldsOfRecord => {
  const used = new Set(fields.map(({ group }) => group));
  const names = [...new Set([...FIELD_GROUPS, ...used])].filter((group) => used.has(group));
  return {
    record,
    groups: names.map((name) => ({ name, label: isOwnGroup(name) ? `fieldGroup.${name}` : name })),
    fields: names.flatMap((name) =>
      fields.filter(({ group }) => group === name).toSorted((one, other) => one.order - other.order),
    ),
  };
};
