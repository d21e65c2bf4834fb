import type { Actor } from "../rights/actor.ts";

/** Input elements for fields in forms. Source: rules/fields.md#widgets. */
export const WIDGETS = [
  "line",
  "text",
  "choice",
  "list",
  "switch",
  "number",
  "date",
  "address",
  "money",
  "image",
  "record",
  "terms",
  "zone",
  "recurrence",
] as const;

export type Widget = (typeof WIDGETS)[number];

/** Groups in which forms show the built-in fields. Source: rules/fields.md#groups. */
export const FIELD_GROUPS = [
  "basics",
  "dates",
  "place",
  "address",
  "contact",
  "details",
  "terms",
  "event_status",
  "display",
  "publication",
  "systems",
] as const;

export type FieldGroup = (typeof FIELD_GROUPS)[number];

/**
 * Appearance of a plugin field in forms and on web pages. Texts are English; the plugin's `texts` translate
 * them.
 */
export interface FieldForm {
  /** Label, such as `Dress code`. By default it is made from the name: `dress_code` becomes `Dress code`. */
  readonly label?: string;
  /** Sentence that explains the field. The default is the parameter's description. */
  readonly help?: string;
  /**
   * Group of the field: one of `basics`, `dates`, `place`, `address`, `contact`, `details`, `terms`,
   * `event_status`, `display`, `publication` and `systems`, or the label of a group of the plugin's own.
   * The default is `details`.
   */
  readonly group?: string;
  /**
   * Position in the group. Built-in fields have 10, 20, 30 and so on. By default, the field comes after all
   * fields with an order.
   */
  readonly order?: number;
  /**
   * Input element. The default follows from the parameter: `switch` for a boolean, `number` for a number,
   * `choice` for an `enum`, `list` for a list, and `line` otherwise.
   */
  readonly widget?: Widget;
  /** Labels of the values in the parameter's `enum`, by value. By default they are made from the values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Unit of a number, such as `min`. */
  readonly unit?: string;
  /** Example that an empty input shows. */
  readonly placeholder?: string;
  /**
   * Returns true if the actor may set the field, so that forms show it. By default, every actor who may write
   * the record may set it. This is only for forms: refuse the values of other actors in `resolve` or in a
   * write hook.
   */
  readonly permits?: (actor: Actor) => boolean;
}

/** Returns a label made from a name: `price_note` becomes `Price note`. */
export const toLabel = (name: string): string => {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
