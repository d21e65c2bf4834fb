import type { JsonValue } from "../../model/json.ts";
import type { FieldForm, FieldGroup, Widget } from "../../plugins/field-form.ts";
import { can } from "../../rights/actor.ts";
import type { EventValues } from "../events/event-fields.ts";
import type { TermValues } from "../terms/term-parameters.ts";

/** Kinds of record whose fields the interface describes. */
export const FIELD_RECORDS = ["event", "venue", "organizer", "category", "tag"] as const;

export type FieldRecord = (typeof FIELD_RECORDS)[number];

/** Kind of record to which a field refers. A user is the author of a record. */
export type ReferredRecord = Exclude<FieldRecord, "event"> | "user";

/** Appearance of a built-in field in forms. Labels and help are names of texts in `@kalends/http`. */
export interface OwnForm extends Pick<FieldForm, "unit" | "placeholder" | "permits"> {
  readonly group: FieldGroup;
  readonly widget: Widget;
  /** Name of the label; `field.` with the name of the field by default. */
  readonly label?: string;
  /** True if a text explains the field. Its name is that of the label, followed by `.help`. */
  readonly isExplained?: true;
  /** Format of the text, for the choice of the input element. */
  readonly format?: "html" | "date-time" | "uri" | "email" | "tel";
  readonly isMultiple?: true;
  readonly refersTo?: ReferredRecord;
  /** True if the caller may also enter a record that does not exist yet. */
  readonly mayCreate?: true;
  /** Name of the field that this one sets in another form. */
  readonly sameAs?: string;
  /** Value of new records without the field. */
  readonly default?: JsonValue;
}

type OwnForms<Name extends string = string> = Readonly<Record<Name, OwnForm>>;

const LINE = { widget: "line" } as const;
const SWITCH = { widget: "switch", default: false } as const;
const HTML = { widget: "text", format: "html" } as const;
const DATE = { widget: "date", format: "date-time" } as const;
const WEBSITE = { widget: "address", format: "uri", placeholder: "https://example.org/" } as const;
const PHONE = { group: "contact", widget: "line", format: "tel" } as const;
const DEGREES = { group: "address", widget: "number", unit: "°", isExplained: true } as const;
const BASICS = { group: "basics" } as const;
const ADDRESS = { group: "address", ...LINE } as const;

const DESCRIPTION = { ...BASICS, ...HTML } as const;
const IMAGE = { ...BASICS, widget: "image" } as const;
const EXTERNAL_IDS = { group: "systems", widget: "list", isMultiple: true, isExplained: true } as const;
const NAME = { ...BASICS, ...LINE, label: "field.name", format: "html" } as const;

const PUBLICATION = {
  status: { group: "publication", widget: "choice" },
  author: {
    group: "publication",
    widget: "record",
    refersTo: "user",
    permits: (actor) => can(actor, "edit_others"),
  },
  date: { group: "publication", ...DATE, isExplained: true },
  date_utc: { group: "publication", ...DATE, sameAs: "date" },
} as const satisfies OwnForms;

const SLUG = { group: "publication", ...LINE, isExplained: true } as const;

const EVENT: OwnForms<keyof EventValues> = {
  title: { ...BASICS, ...LINE, format: "html" },
  description: DESCRIPTION,
  excerpt: { ...DESCRIPTION, isExplained: true },
  image: IMAGE,
  start_date: { group: "dates", ...DATE },
  end_date: { group: "dates", ...DATE },
  all_day: { group: "dates", ...SWITCH },
  timezone: { group: "dates", widget: "zone" },
  recurrence: { group: "dates", widget: "recurrence" },
  venue: { group: "place", widget: "record", refersTo: "venue", mayCreate: true },
  organizer: {
    group: "place",
    widget: "record",
    refersTo: "organizer",
    isMultiple: true,
    mayCreate: true,
  },
  cost: { group: "details", widget: "money", isMultiple: true, isExplained: true },
  website: { group: "details", ...WEBSITE },
  categories: {
    group: "terms",
    widget: "terms",
    refersTo: "category",
    isMultiple: true,
    mayCreate: true,
  },
  tags: { group: "terms", widget: "terms", refersTo: "tag", isMultiple: true, mayCreate: true },
  event_status: { group: "event_status", widget: "choice", default: "scheduled" },
  status_reason: { group: "event_status", ...LINE, isExplained: true },
  previous_start_date: { group: "event_status", ...DATE, isExplained: true },
  featured: { group: "display", ...SWITCH, isExplained: true },
  sticky: { group: "display", ...SWITCH, isExplained: true },
  hide_from_listings: { group: "display", ...SWITCH, isExplained: true },
  show_map: { group: "display", ...SWITCH },
  show_map_link: { group: "display", ...SWITCH },
  ...PUBLICATION,
  slug: SLUG,
  external_ids: EXTERNAL_IDS,
};

const VENUE: OwnForms = {
  venue: NAME,
  description: DESCRIPTION,
  image: IMAGE,
  address: ADDRESS,
  zip: ADDRESS,
  city: ADDRESS,
  province: { ...ADDRESS, isExplained: true },
  state: { ...ADDRESS, isExplained: true },
  stateprovince: { ...ADDRESS, isExplained: true },
  country: ADDRESS,
  geo_lat: DEGREES,
  geo_lng: DEGREES,
  phone: PHONE,
  website: { group: "contact", ...WEBSITE },
  show_map: { group: "display", widget: "switch", default: true },
  show_map_link: { group: "display", widget: "switch", default: true },
  ...PUBLICATION,
  external_ids: EXTERNAL_IDS,
};

const ORGANIZER: OwnForms = {
  organizer: NAME,
  description: DESCRIPTION,
  image: IMAGE,
  phone: PHONE,
  email: { group: "contact", ...LINE, format: "email" },
  website: { group: "contact", ...WEBSITE },
  ...PUBLICATION,
  external_ids: EXTERNAL_IDS,
};

const TERM: OwnForms<keyof TermValues> = {
  name: { ...BASICS, ...LINE },
  description: DESCRIPTION,
  slug: { ...SLUG, group: "basics" },
  parent: { ...BASICS, widget: "terms", refersTo: "category", default: 0 },
  external_ids: EXTERNAL_IDS,
};

/**
 * Forms of the built-in fields by kind of record, in the order of display. Every parameter that a write
 * accepts has one. Source: rules/fields.md#field-members.
 */
export const OWN_FORMS: Readonly<Record<FieldRecord, OwnForms>> = {
  event: EVENT,
  venue: VENUE,
  organizer: ORGANIZER,
  category: TERM,
  tag: TERM,
};
