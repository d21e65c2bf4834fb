import type { JsonSchema } from "../../model/json.ts";
import type { SentRecurrence } from "../../model/recurrence/parse-recurrence.ts";
import type { Parameter, ParametersFor, Resolution } from "../../parameter.ts";
import { EXTERNAL_IDS } from "../../parameters/external-ids.ts";
import { type ImageChoice, image } from "../../parameters/image.ts";
import { type ListEntry, toListEntries } from "../../parameters/lists.ts";
import {
  author,
  date,
  resolveDate,
  resolveEnd,
  timeZone,
  writableStatus,
} from "../../parameters/references.ts";
import {
  checkText,
  clearableText,
  type Declared,
  flag,
  flagOr,
  flagWithUnusedDefault,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  refuse,
  requiredText,
  resolveUrlOrEmpty,
  text,
} from "../../parameters/scalars.ts";
import { isTermName } from "../../parameters/term-name.ts";
import type { PostParameterDeps } from "../posts/post-fields.ts";
import type { SentExternalIds } from "../posts/resolve-external-ids.ts";
import { RECURRENCE } from "../series/recurrence-parameter.ts";
import { type EventStatusValues, eventStatusFields } from "./event-status.ts";
import type { LinkedFields, OrganizerReference, VenueReference } from "./linked-fields.ts";

/**
 * Values of an event in a request, validated but not yet in their stored form; `undefined` for values that
 * were not sent.
 * `Image` is `number` after all chosen images have been stored.
 */
export type EventValues<Image = ImageChoice> = EventStatusValues & {
  readonly author: number | undefined;
  /** Publication date as the client sent it. It is parsed in the time zone of the site. */
  readonly date: string | undefined;
  /** Publication date as the client sent it. It is parsed in UTC. */
  readonly date_utc: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly slug: string | undefined;
  readonly excerpt: string | undefined;
  readonly status: string | undefined;
  readonly timezone: string | undefined;
  readonly all_day: boolean | undefined;
  /** Start as the client sent it. It is parsed in the time zone of the event. */
  readonly start_date: string | undefined;
  /** End as the client sent it. It is parsed in the time zone of the event. */
  readonly end_date: string | undefined;
  /**
   * Recurrence as the client sent it. It is parsed on the wall clock of the event. If all its lists are
   * empty, the event does not recur.
   */
  readonly recurrence: SentRecurrence | undefined;
  /** Featured image; `null` removes it. */
  readonly image: Image | null | undefined;
  readonly cost: readonly string[] | undefined;
  readonly website: string | undefined;
  readonly show_map: boolean | undefined;
  readonly show_map_link: boolean | undefined;
  readonly hide_from_listings: boolean | undefined;
  readonly sticky: boolean | undefined;
  readonly featured: boolean | undefined;
  readonly categories: readonly ListEntry[] | undefined;
  readonly tags: readonly ListEntry[] | undefined;
  /**
   * Venues that the client sent. Only the first one is used (rules/events.md#linked-shapes). An empty list
   * removes the venue.
   */
  readonly venue: readonly VenueReference<Image>[] | undefined;
  readonly organizer: readonly OrganizerReference<Image>[] | undefined;
} & SentExternalIds;

/** Values of a new event. */
export type NewEventValues<Image = ImageChoice> = EventValues<Image> & {
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
};

/**
 * Returns the parameters for an update of an event, in the order of the documentation.
 * Source: rules/events.md#event-fields.
 */
export const updateFields = (
  { authors, clock, postStatuses, images }: PostParameterDeps,
  linked: LinkedFields,
  maximum: number,
): ParametersFor<EventValues> => {
  const termsOf = (all: string, example: string): Parameter<readonly ListEntry[] | undefined> =>
    terms(maximum, {
      description: `parameter.event.${all}`,
      default: null,
      documented: { maxItems: maximum, example: [example], body: TERMS },
    });
  return {
    author: author(authors, {
      description: "parameter.event.author",
    }),
    date: date(clock, {
      description: "parameter.event.date",
    }),
    date_utc: date(clock, { description: "parameter.event.date_utc" }),
    title: text("parameter.event.title", TITLE_FORM),
    description: clearableText("parameter.event.description", {
      example: "<p>Live jazz by the water.</p>",
    }),
    slug: text("parameter.event.slug", {
      example: "harbour-jazz-night",
    }),
    excerpt: clearableText("parameter.event.excerpt", {
      example: "Live jazz by the water.",
    }),
    status: writableStatus(postStatuses, {
      description: "parameter.event.status",
      documented: { example: "publish" },
    }),
    timezone: timeZone({
      description: "parameter.event.timezone",
      documented: { example: "Europe/Rome" },
    }),
    all_day: flagWithUnusedDefault("all_day", ALL_DAY),
    start_date: date(clock, START),
    end_date: { type: "string", ...END, resolve: resolveEnd(clock) },
    recurrence: RECURRENCE,
    ...eventStatusFields(clock),
    image: image(images, {
      description: "parameter.event.image",
    }),
    cost: cost(maximum, {
      description: "parameter.event.cost",
      documented: { example: ["15€", "25€"], body: COST },
    }),
    website: {
      description: "parameter.event.website",
      default: null,
      documented: {
        maxLength: MAX_TEXT_LENGTH,
        example: "https://jazz.example/",
        body: { type: ["string", "null"], maxLength: MAX_TEXT_LENGTH },
      },
      resolve: resolveUrlOrEmpty,
    },
    show_map: flag({ description: "event.show_map" }),
    show_map_link: flag({ description: "event.show_map_link" }),
    hide_from_listings: flag({
      description: "parameter.event.hide_from_listings",
    }),
    sticky: flag({ description: "event.sticky" }),
    featured: flag({ description: "event.featured" }),
    categories: termsOf("categories", "Concerts"),
    tags: termsOf("tags", "jazz"),
    venue: linked.venue,
    organizer: linked.organizer,
    external_ids: EXTERNAL_IDS,
  };
};

const ALL_DAY = {
  description: "parameter.event.all_day",
  default: false,
} as const;
const TITLE_FORM = { example: "Harbour Jazz Night", maximum: MAX_NAME_LENGTH } as const;
const START = {
  description: "parameter.event.start_date",
  documented: { example: "2031-05-16 20:30:00" },
} as const;
const END = {
  description: "parameter.event.end_date",
  documented: { example: "2031-05-16 23:00:00" },
} as const;

const COST: JsonSchema = {
  anyOf: [
    { type: ["string", "number", "boolean", "null"] },
    { type: "array", items: { type: ["string", "number", "boolean"] } },
  ],
};
const TERMS: JsonSchema = {
  anyOf: [{ type: ["string", "integer", "null"] }, { type: "array", items: { type: ["string", "integer"] } }],
};

/** Returns the parameters for a new event. Source: rules/events.md#event-fields. */
export const createFields = (
  deps: PostParameterDeps,
  linked: LinkedFields,
  maximum: number,
): ParametersFor<NewEventValues> => ({
  ...updateFields(deps, linked, maximum),
  title: requiredText("parameter.event.title", TITLE_FORM),
  all_day: flagOr(ALL_DAY),
  start_date: { type: "string", required: true, ...START, resolve: resolveDate(deps.clock) },
  end_date: { type: "string", required: true, ...END, resolve: resolveEnd(deps.clock) },
});

/**
 * Creates the parameter for costs. It accepts one or several values and converts each to text. An empty value
 * clears the cost.
 * Source: rules/events.md#cost-input.
 */
const cost = (maximum: number, declared: Declared): Parameter<readonly string[] | undefined> => ({
  ...declared,
  resolve: (raw): Resolution<readonly string[]> => {
    const values = Array.isArray(raw) ? raw : [raw];
    if (values.length > maximum) return refuse("too-many", { maximum });
    if (values.some((value) => typeof value === "object")) return refuse("not-a-scalar");
    const texts = values.map(toCostText);
    const tooLong = texts.find((value) => !("value" in checkText(value, MAX_NAME_LENGTH)));
    return tooLong === undefined ? { value: texts } : refuse("too-long", { maximum: MAX_NAME_LENGTH });
  },
});

/**
 * Converts a cost value to text: `true` becomes 1, `false` an empty text. Source: rules/events.md#cost-input.
 */
const toCostText = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "1" : "") : String(value);

/**
 * Creates the parameter for categories or tags, by id or text. An empty value clears them. Source:
 * rules/events.md#assign-terms.
 */
const terms = (maximum: number, declared: Declared): Parameter<readonly ListEntry[] | undefined> => ({
  ...declared,
  resolve: (raw) => {
    const pieces = toTermEntries(raw, maximum);
    const isTooLong =
      "value" in pieces &&
      pieces.value.some((piece) => "problem" in checkText(String(piece), MAX_NAME_LENGTH));
    return isTooLong ? refuse("too-long", { maximum: MAX_NAME_LENGTH }) : pieces;
  },
});

/** Same as `toListEntries`, but a name in an array may contain commas. */
const toTermEntries = (raw: unknown, maximum: number): Resolution<readonly ListEntry[]> => {
  const names = Array.isArray(raw) ? raw.filter(isTermName) : [];
  const others = names.length === 0 ? raw : (raw as readonly unknown[]).filter((entry) => !isTermName(entry));
  const pieces = toListEntries(others, Math.max(0, maximum - names.length));
  if (!("value" in pieces) || !Array.isArray(raw)) return pieces;
  return {
    value: raw.flatMap((entry): readonly ListEntry[] => {
      if (isTermName(entry)) return [entry.name];
      const parts = toListEntries(entry, maximum);
      if (!("value" in parts)) return [];
      const isName = parts.value.length > 1 && parts.value.some((part) => typeof part === "string");
      return isName ? [String(entry).trim()] : parts.value;
    }),
  };
};
