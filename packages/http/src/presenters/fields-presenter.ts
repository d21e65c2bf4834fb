import type { FieldsOfRecord, FieldView } from "@kalends/core/interface";
import { type MessageCatalogue, translate } from "../messages/catalogue.ts";
import type { Presentation } from "./presentation.ts";

type Members = Readonly<Record<string, unknown>>;

type Money = Pick<Presentation["money"], "currencySymbol" | "currencyPosition">;

/** Public names of the bounds of a field. */
const BOUNDS: { readonly [Name in keyof Required<FieldView["bounds"]>]: string } = {
  minimum: "minimum",
  maximum: "maximum",
  minLength: "min_length",
  maxLength: "max_length",
  minItems: "min_items",
  maxItems: "max_items",
  maxBytes: "max_bytes",
};

const presentBounds = (bounds: FieldView["bounds"]): Members =>
  Object.fromEntries(
    Object.entries(bounds).map(([name, limit]) => [BOUNDS[name as keyof typeof BOUNDS], limit]),
  );

/** Returns the unit of a field. The unit of money is the currency of the site. */
const presentUnit = ({ widget, unit }: FieldView, { currencySymbol, currencyPosition }: Money): Members => {
  if (unit !== undefined) return { unit, unit_position: "postfix" };
  return widget === "money" ? { unit: currencySymbol, unit_position: currencyPosition } : {};
};

const presentField = (field: FieldView, toText: (sentence: string) => string, money: Money): Members => {
  const { name, type, label, help, group, order, widget, isRequired, bounds, choices } = field;
  const { isMultiple, format, refersTo, mayCreate, mayUpload, sameAs, isSeriesOnly } = field;
  const { unit, placeholder, default: fallback, plugin } = field;
  return {
    ...{ name, type, label: toText(label), group, order, widget, required: isRequired },
    ...(help !== undefined && { help: toText(help) }),
    ...(isMultiple && { multiple: true }),
    ...(format !== undefined && { format }),
    ...(refersTo !== undefined && { record: refersTo }),
    ...(mayCreate && { create: true }),
    ...(mayUpload !== undefined && { upload: mayUpload }),
    ...(sameAs !== undefined && { same_as: sameAs }),
    ...(isSeriesOnly && { series_only: true }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, label: toText(choice.label) })) }),
    ...presentUnit({ ...field, ...(unit !== undefined && { unit: toText(unit) }) }, money),
    ...(placeholder !== undefined && { placeholder: toText(placeholder) }),
    ...(Object.keys(bounds).length > 0 && { bounds: presentBounds(bounds) }),
    ...(fallback !== undefined && { default: fallback }),
    ...(plugin !== undefined && { plugin }),
  };
};

/**
 * Converts the fields of a kind of record to their JSON object, with texts from `catalogue`. Source:
 * rules/fields.md#field-members.
 */
export const presentFields = (
  { record, groups, fields }: FieldsOfRecord,
  catalogue: MessageCatalogue,
  money: Money,
): Members => {
  const { forms } = catalogue;
  const toText = (text: string): string =>
    (Object.hasOwn(forms, text) ? forms[text] : undefined) ?? translate(text, catalogue);
  return {
    record,
    groups: groups.map(({ name, label }) => ({ name, label: toText(label) })),
    fields: fields.map((field) => presentField(field, toText, money)),
  };
};
