import type { JsonValue } from "../../model/json.ts";
import type { Widget } from "../../plugins/field-form.ts";
import type { FieldRecord, OwnForm, ReferredRecord } from "./own-forms.ts";

/** Value that a field accepts. `label`: see `FieldView.label`. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  /**
   * Statuses from which a record may change to this status; `new` stands for a new record. Absent if any
   * status allows it.
   */
  readonly from?: readonly string[];
}

/** Limits of a value. Lengths are in characters; in a list they apply to each entry. */
export interface FieldBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Maximum size of an image in bytes. */
  readonly maxBytes?: number;
}

export type FieldType = "string" | "integer" | "number" | "boolean" | "array" | "object";

/** Description of one field for a form. Source: rules/fields.md#field-members. */
export interface FieldView {
  readonly name: string;
  readonly type: FieldType;
  /** Name of a text in `@kalends/http`, or an English text. The same holds for `help` and other labels. */
  readonly label: string;
  readonly help?: string;
  readonly group: string;
  readonly order: number;
  readonly widget: Widget;
  readonly isRequired: boolean;
  readonly isMultiple?: true;
  readonly format?: OwnForm["format"] | string;
  readonly refersTo?: ReferredRecord;
  readonly mayCreate?: true;
  /** For images: true if the caller may send a new image. */
  readonly mayUpload?: boolean;
  readonly sameAs?: string;
  /** True if an occurrence cannot have a value of its own. */
  readonly isSeriesOnly?: true;
  readonly choices?: readonly FieldChoice[];
  readonly unit?: string;
  readonly placeholder?: string;
  readonly bounds: FieldBounds;
  /** Value of a new record without this field; absent if it has none. */
  readonly default?: JsonValue;
  /** Name of the plugin that adds the field. */
  readonly plugin?: string;
}

/** Fields of a kind of record for one caller, in the order of display. */
export interface FieldsOfRecord {
  readonly record: FieldRecord;
  readonly groups: readonly { readonly name: string; readonly label: string }[];
  readonly fields: readonly FieldView[];
}
