import { MAX_IMAGE_BYTES } from "../../model/image.ts";
import type { JsonValue } from "../../model/json.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Documented, Parameter } from "../../parameter.ts";
import type { RecordField } from "../../plugins/contributions.ts";
import { toLabel, type Widget } from "../../plugins/field-form.ts";
import type { Owned } from "../../plugins/record-extensions.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { SERIES_ONLY_VALUES } from "../series/occurrences/require-this-scope.ts";
import type { FieldBounds, FieldChoice, FieldType, FieldView } from "./field-view.ts";
import type { FieldRecord, OwnForm } from "./own-forms.ts";

/** Objects on which the description of a field depends, in addition to its declaration. */
export interface FieldContext {
  readonly actor: Actor;
  readonly postStatuses: PostStatuses;
  readonly site: Pick<SiteSettings, "timezone">;
}

type Declared = Pick<Parameter, "required" | "type" | "documented">;

const typeOf = ({ type, documented }: Declared): FieldType => documented?.type ?? type ?? "string";

/** JSON types of built-in fields with these widgets, which replace the types that the parameters document. */
const TYPES: Readonly<Partial<Record<Widget, FieldType>>> = {
  switch: "boolean",
  image: "integer",
  record: "integer",
  terms: "integer",
  recurrence: "object",
};

const BOUNDS = ["minimum", "maximum", "minLength", "maxLength"] as const;
const LIST_BOUNDS = ["minItems", "maxItems"] as const;

const boundsOf = (documented: Documented = {}, widget: Widget, isMultiple: boolean): FieldBounds => ({
  ...Object.fromEntries(
    [...BOUNDS, ...(isMultiple ? LIST_BOUNDS : [])]
      .filter((name) => documented[name] !== undefined)
      .map((name) => [name, documented[name]]),
  ),
  ...(widget === "image" && { maxBytes: MAX_IMAGE_BYTES }),
});

/**
 * Returns the statuses that the actor may set. Custom statuses can limit the changes from and to them.
 * Source: rules/fields.md#status-choices.
 */
const statusChoices = (postStatuses: PostStatuses, actor: Actor): readonly FieldChoice[] =>
  postStatuses.writableNames
    .filter((status) => postStatuses.scale(status, actor) === status)
    .map((status) => {
      const from = postStatuses.writableNames.filter((current) =>
        postStatuses.allows({ status: current }, status),
      );
      const isForNew = postStatuses.allows(undefined, status);
      const isFree = isForNew && from.length === postStatuses.writableNames.length;
      return {
        value: status,
        label: BUILT_IN_STATUSES.has(status) ? `status.${status}` : toLabel(status),
        ...(!isFree && { from: [...(isForNew ? ["new"] : []), ...from] }),
      };
    });

const BUILT_IN_STATUSES: ReadonlySet<string> = new Set(["publish", "future", "draft", "pending", "private"]);

const choicesOf = (
  name: string,
  { documented }: Declared,
  { postStatuses, actor }: FieldContext,
): readonly FieldChoice[] =>
  name === "status"
    ? statusChoices(postStatuses, actor)
    : (documented?.enum ?? []).map((value) => ({ value, label: `choice.${name}.${value}` }));

/** Returns the value of a new record of the actor without this field. Source: rules/fields.md#defaults. */
const defaultOf = (
  name: string,
  form: OwnForm,
  { actor, postStatuses, site }: FieldContext,
): JsonValue | undefined => {
  if (name === "status") return postStatuses.scale(undefined, actor);
  if (name === "author") return actor.id;
  return name === "timezone" ? site.timezone : form.default;
};

/** Describes a built-in field. `order` is its position in the group. */
export const describeOwnField = (
  record: FieldRecord,
  name: string,
  parameter: Declared,
  form: OwnForm,
  order: number,
  context: FieldContext,
): FieldView => {
  const { group, widget, label = `field.${name}`, isExplained, permits: _permits, ...shown } = form;
  const { default: _fixed, isMultiple = false, ...more } = shown;
  const fallback = defaultOf(name, form, context);
  return {
    ...{ name, type: isMultiple ? "array" : (TYPES[widget] ?? typeOf(parameter)) },
    ...{ label, group, order, widget, ...more },
    isRequired: parameter.required === true,
    ...(isExplained && { help: `${label}.help` }),
    ...(isMultiple && { isMultiple }),
    ...(widget === "image" && { mayUpload: can(context.actor, "upload") }),
    ...(record === "event" && Object.hasOwn(SERIES_ONLY_VALUES, name) && { isSeriesOnly: true }),
    ...(widget === "choice" && { choices: choicesOf(name, parameter, context) }),
    bounds: boundsOf(parameter.documented, widget, isMultiple),
    ...(fallback !== undefined && { default: fallback }),
  };
};

const widgetOf = ({ type, documented = {} }: Declared): Widget => {
  if (documented.enum !== undefined) return "choice";
  const declared = documented.type ?? type;
  if (declared === "array") return "list";
  if (declared === "boolean") return "switch";
  return declared === "integer" || declared === "number" ? "number" : "line";
};

/** Describes a field of a plugin. `position` is its position among all fields of plugins. */
export const describePluginField = (
  { plugin, value: { name, parameter, form = {} } }: Owned<RecordField>,
  position: number,
): FieldView => {
  const { documented } = parameter;
  const { widget = widgetOf(parameter), label = toLabel(name), choices = {}, unit, placeholder } = form;
  const { help = parameter.description, group = "details", order = LAST + position } = form;
  const isMultiple = documented?.type === "array";
  // A map, because a value may be the name of a member that every object has.
  const labels = new Map(Object.entries(choices));
  return {
    ...{ name, type: typeOf(parameter), label, help, group, order, widget },
    isRequired: parameter.required === true,
    ...(isMultiple && { isMultiple }),
    ...(documented?.format !== undefined && { format: documented.format }),
    ...(documented?.enum !== undefined && {
      choices: documented.enum.map((value) => ({ value, label: labels.get(value) ?? toLabel(value) })),
    }),
    ...(unit !== undefined && { unit }),
    ...(placeholder !== undefined && { placeholder }),
    bounds: boundsOf(documented, widget, isMultiple),
    plugin,
  };
};

/** Order of the first plugin field without an order. It is above the orders of all built-in fields. */
const LAST = 1_000;
