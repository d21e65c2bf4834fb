import { toCost } from "../model/cost.ts";
import { EVENT_STATUSES } from "../model/event.ts";
import { isObject, isSameJson, type JsonObject } from "../model/json.ts";
import type { Extensions } from "../model/post.ts";
import type { Taxonomy } from "../model/term.ts";
import { toPlainText, toTermName, toWebsite } from "../model/text/plain-text.ts";
import type { Resolution } from "../parameter.ts";
import {
  checkText,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  refuse,
  resolveUrlOrEmpty,
} from "../parameters/scalars.ts";
import type { Repositories } from "../ports/store.ts";
import { type Actor, ANONYMOUS } from "../rights/actor.ts";
import type { Texts } from "../use-cases/posts/texts.ts";
import { amendExternalIds } from "./amended-external-ids.ts";
import { amendSchedule, isWallClock } from "./amended-schedule.ts";
import type { WrittenKind } from "./write-hook.ts";

/** Objects that are needed to validate members that a hook has changed. */
export interface AmendmentDeps {
  readonly texts: Texts;
  /**
   * User who writes; `undefined` if the calendar itself publishes a record. `undefined` counts as a visitor,
   * who may write only sanitized HTML.
   */
  readonly actor: Actor | undefined;
  readonly repositories: Repositories;
  /** Time of day at which a day ends, as `HH:MM`. */
  readonly dayCutoff: string;
}

/** Member of a record that write hooks may change. */
export interface AmendableMember {
  /**
   * Returns the names of the parameters for the member, to report a change of it. If the member has several
   * parameters, it returns those whose values differ between `before` and `value`.
   */
  parameters(value: unknown, before: unknown): readonly string[];
  /** Returns the value in its stored form, or the reason why it is refused. */
  resolve(value: unknown, deps: AmendmentDeps): Resolution<unknown> | Promise<Resolution<unknown>>;
}

type Resolve = AmendableMember["resolve"];

const member = (parameter: string, resolve: Resolve): AmendableMember => ({
  parameters: () => [parameter],
  resolve,
});

/** Returns a validator for texts. Texts have a maximum length and are stored in NFC. */
const text =
  (maximum: number, finish: (text: string, deps: AmendmentDeps) => string, isRequired = false): Resolve =>
  (value, deps) => {
    const checked = checkText(value, maximum);
    if (!("value" in checked)) return checked;
    const finished = finish(checked.value, deps);
    return isRequired && finished === "" ? refuse("empty") : { value: finished };
  };

const name = text(MAX_NAME_LENGTH, (sent, { texts, actor = ANONYMOUS }) => texts.name(sent, actor), true);
const html = text(MAX_TEXT_LENGTH, (sent, { texts, actor = ANONYMOUS }) => texts.html(sent, actor).trim());
const detail = text(MAX_TEXT_LENGTH, (sent, { texts }) => texts.detail(sent));
const flag: Resolve = (value) => (typeof value === "boolean" ? { value } : refuse("not-a-boolean"));

const website =
  (finish: (address: string, texts: Texts) => string): Resolve =>
  (value, { texts }) => {
    const resolved = resolveUrlOrEmpty(value);
    return "value" in resolved ? { value: finish(resolved.value, texts) } : resolved;
  };

/** Returns a validator that also accepts `undefined`, which removes the member. */
const optional =
  (resolve: Resolve): Resolve =>
  (value, deps) =>
    value === undefined ? { value } : resolve(value, deps);

/** Accepts the status of an event. `scheduled` becomes an absent member. */
const eventStatus: Resolve = (value) => {
  const known = EVENT_STATUSES.find((status) => status === value);
  if (known === undefined) return refuse("not-one-of", { names: EVENT_STATUSES.join(", ") });
  return { value: known === "scheduled" ? undefined : known };
};

/** Accepts the reason for a status. An empty text removes the member. */
const statusReason: Resolve = async (value, deps) => {
  const resolved = await text(MAX_NAME_LENGTH, toPlainText)(value, deps);
  return "value" in resolved && resolved.value === "" ? { value: undefined } : resolved;
};

const wallClock: Resolve = (value) => (isWallClock(value) ? { value } : refuse("not-a-date"));

const cost: Resolve = (value, { texts }) => {
  const values = isObject(value) ? value.values : undefined;
  if (!Array.isArray(values)) return refuse("not-acceptable");
  const checked = values.map((one) => checkText(one, MAX_NAME_LENGTH));
  const wrong = checked.find((one) => !("value" in one));
  return wrong ?? { value: toCost(checked.map((one) => ("value" in one ? texts.plain(one.value) : ""))) };
};

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const terms =
  (taxonomy: Taxonomy): Resolve =>
  async (value, { repositories }) => {
    const unknown = refuse(`unknown-${taxonomy}`);
    if (!Array.isArray(value) || !value.every(isId)) return unknown;
    const found = value.length === 0 ? [] : await repositories.terms.findMany(value);
    const known = new Set(found.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id));
    return value.every((id) => known.has(id)) ? { value: [...new Set(value)] } : unknown;
  };

const venue: Resolve = async (value, { repositories: { venues } }) =>
  isId(value) && (await venues.find(value)) !== undefined ? { value } : refuse("unknown-venue");

const organizers: Resolve = async (value, { repositories }) => {
  if (!Array.isArray(value) || !value.every(isId)) return refuse("unknown-organizer");
  const found = value.length === 0 ? [] : await repositories.organizers.findMany(value);
  const known = new Set(found.map(({ id }) => id));
  return value.every((id) => known.has(id)) ? { value: [...new Set(value)] } : refuse("unknown-organizer");
};

const coordinates: Resolve = (value) => {
  if (!isObject(value)) return refuse("not-a-number");
  const { lat, lng } = value;
  const isWithin = (degrees: unknown, maximum: number): degrees is number =>
    typeof degrees === "number" && Math.abs(degrees) <= maximum;
  return isWithin(lat, 90) && isWithin(lng, 180) ? { value: { lat, lng } } : refuse("not-a-number");
};

/** Accepts an object with a JSON object for each plugin, and returns it as a store would return it. */
const extensions: Resolve = (value) => {
  if (!isObject(value) || !Object.values(value).every(isObject)) return refuse("not-acceptable");
  try {
    return { value: JSON.parse(JSON.stringify(value)) };
  } catch {
    // JSON cannot represent the value, for example because it contains itself.
    return refuse("not-acceptable");
  }
};

/** Returns the parameters for the plugin fields that have changed. Each field has a parameter of its own. */
const changedFields = (value: unknown, before: unknown): readonly string[] => {
  const [now, then] = [value, before].map((all) => (isObject(all) ? all : {})) as [Extensions, Extensions];
  const fieldsOf = (all: Extensions, plugin: string): JsonObject => all[plugin] ?? {};
  const plugins = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  return plugins.flatMap((plugin) => {
    const [one, other] = [fieldsOf(now, plugin), fieldsOf(then, plugin)];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.filter((field) => !isSameJson(one[field], other[field]));
  });
};

const EXTENSIONS: AmendableMember = {
  parameters: changedFields,
  resolve: extensions,
};

const EVENT = {
  title: member("title", name),
  description: member("description", html),
  excerpt: member("excerpt", html),
  schedule: amendSchedule,
  cost: member("cost", cost),
  website: member("website", optional(website(toWebsite))),
  showMap: member("show_map", flag),
  showMapLink: member("show_map_link", flag),
  hideFromListings: member("hide_from_listings", flag),
  sticky: member("sticky", flag),
  featured: member("featured", flag),
  categoryIds: member("categories", terms("category")),
  tagIds: member("tags", terms("tag")),
  venueId: member("venue", optional(venue)),
  eventStatus: member("event_status", optional(eventStatus)),
  statusReason: member("status_reason", optional(statusReason)),
  previousStart: member("previous_start_date", optional(wallClock)),
  organizerIds: member("organizer", organizers),
  externalIds: amendExternalIds,
  extensions: EXTENSIONS,
};

const detailWebsite = website((address, texts) => texts.website(address));

const VENUE = {
  name: member("venue", name),
  description: member("description", html),
  address: member("address", detail),
  city: member("city", detail),
  country: member("country", detail),
  province: member("province", detail),
  state: member("state", detail),
  zip: member("zip", detail),
  phone: member("phone", detail),
  stateProvince: member("stateprovince", detail),
  website: member("website", detailWebsite),
  showMap: member("show_map", flag),
  showMapLink: member("show_map_link", flag),
  coordinates: { parameters: () => ["geo_lat", "geo_lng"], resolve: optional(coordinates) },
  externalIds: amendExternalIds,
  extensions: EXTENSIONS,
};

const ORGANIZER = {
  name: member("organizer", name),
  description: member("description", html),
  phone: member("phone", detail),
  website: member("website", detailWebsite),
  email: member("email", detail),
  externalIds: amendExternalIds,
  extensions: EXTENSIONS,
};

const TERM = {
  name: member("name", text(MAX_NAME_LENGTH, toTermName, true)),
  description: member("description", html),
  externalIds: amendExternalIds,
  extensions: EXTENSIONS,
};

/** Members that write hooks may change, by kind of record and name. */
export const AMENDABLE: Readonly<Record<WrittenKind, Readonly<Record<string, AmendableMember>>>> = {
  event: EVENT,
  venue: VENUE,
  organizer: ORGANIZER,
  category: TERM,
  tag: TERM,
};
