import type { ProblemReason } from "../errors.ts";
import { parseDate } from "../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Taxonomy } from "../model/term.ts";
import { toSlug } from "../model/text/slug.ts";
import { readDuration } from "../model/time/duration.ts";
import { isTimeZone } from "../model/time/time-zone.ts";
import type { Parameter, Resolution } from "../parameter.ts";
import type { Authors } from "../ports/accounts.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventRepository } from "../ports/repositories/post-repository.ts";
import type { Repositories } from "../ports/store.ts";
import type { Visibility } from "../queries/conditions.ts";
import { can } from "../rights/actor.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import { type ListEntry, maxListEntries, toIdList, toListEntries } from "./lists.ts";
import { type Declared, refuse, toPositiveInteger } from "./scalars.ts";

/** Ids used in examples of the documentation. To try the examples, assign these ids to records first. */
export const EXAMPLE_IDS = { venue: 12, organizer: 13, event: 14, category: 21, tag: 22 } as const;

/**
 * Parameter for a date in any accepted form. Its value is the text as sent, which the use case parses in the
 * applicable zone.
 * Source: rules/dates.md#date-input.
 */
export const date = (clock: Clock, declared: Declared): Parameter<string | undefined> => ({
  type: "string",
  ...declared,
  resolve: resolveDate(clock),
});

export const resolveDate =
  (clock: Clock) =>
  (raw: unknown): Resolution<string> => {
    if (typeof raw !== "string" && typeof raw !== "number") return refuse("not-a-date");
    const text = String(raw);
    return parseDate(text, "UTC", clock.now()) === undefined ? refuse("not-a-date") : { value: text };
  };

/** Same as `resolveDate`, but also accepts a duration from the start. Source: rules/dates.md#durations. */
export const resolveEnd =
  (clock: Clock) =>
  (raw: unknown): Resolution<string> =>
    typeof raw === "string" && readDuration(raw) !== undefined ? { value: raw } : resolveDate(clock)(raw);

/** Parameter for a zone; an empty value counts as absent. Source: rules/dates.md#zone-names. */
export const timeZone = (declared: Declared): Parameter<string | undefined> => ({
  type: "string",
  ...declared,
  resolve: (raw) => {
    if (typeof raw !== "string") return refuse("not-a-time-zone");
    const value = raw.trim();
    if (value === "") return { value: undefined };
    return isTimeZone(value) ? { value } : refuse("not-a-time-zone");
  },
});

/**
 * Parameter for the id of an existing user. Callers who may only name themselves (checked by the use case)
 * get no information about other users.
 */
export const author = (authors: Authors, declared: Declared): Parameter<number | undefined> => ({
  type: "integer",
  ...declared,
  documented: { minimum: 1, ...declared.documented },
  resolve: async (raw, { actor, mayLookUp }) => {
    const id = toPositiveInteger(raw);
    if (id === undefined) return refuse("unknown-user");
    const isLookedUp = mayLookUp && can(actor, "edit_others");
    return !isLookedUp || (await authors.isAuthor(id)) ? { value: id } : refuse("unknown-user");
  },
});

/** Parameter for a status that a write may set. Source: rules/rights.md#writable-statuses. */
export const writableStatus = (
  postStatuses: PostStatuses,
  declared: Declared,
): Parameter<string | undefined> => ({
  type: "string",
  ...declared,
  documented: { enum: postStatuses.writableNames, ...declared.documented },
  resolve: (raw) =>
    typeof raw === "string" && postStatuses.writableNames.includes(raw)
      ? { value: raw }
      : refuse("unknown-status"),
});

/** Parsed `status` parameter of a list: the names as sent, and the records that the caller may see. */
export interface StatusSelection {
  readonly names: readonly string[];
  readonly visible: Visibility;
}

/** Parameter for statuses that the caller may list. Source: rules/rights.md#list-status. */
export const statusList = (
  postStatuses: PostStatuses,
  site: SiteSettings,
  declared: Declared,
): Parameter<StatusSelection | undefined> => ({
  ...declared,
  documented: { type: "string", example: "publish" },
  resolve: (raw, { actor }) => {
    const pieces = toListEntries(raw, maxListEntries(site));
    if (!("value" in pieces)) return pieces;
    const names = [...new Set(pieces.value.map(String))];
    if (names.length === 0) return refuse("empty");
    if (!names.every((name) => postStatuses.names.includes(name))) return refuse("unknown-status");
    const visible = postStatuses.listable(names, actor);
    return visible === undefined ? refuse("forbidden-status") : { value: { names, visible } };
  },
});

/**
 * Returns a resolver for ids of existing records. `find` must return only records that the caller may see.
 */
export const resolveLinkedIds =
  (
    find: (ids: readonly number[]) => Promise<readonly { readonly id: number }[]>,
    reason: ProblemReason,
    maximum: number,
  ) =>
  async (raw: unknown): Promise<Resolution<readonly number[]>> => {
    const ids = toIdList(raw, maximum, { reason });
    if (!("value" in ids)) return ids;
    const found = new Set((await find(ids.value)).map(({ id }) => id));
    return ids.value.every((id) => found.has(id)) ? ids : refuse(reason);
  };

/** Returns the id of the term with this id, slug or name. */
const findTerm = async (
  { terms }: Pick<Repositories, "terms">,
  taxonomy: Taxonomy,
  piece: number | string,
): Promise<number | undefined> => {
  const byId = typeof piece === "number" ? await terms.find(taxonomy, piece) : undefined;
  if (byId !== undefined) return byId.id;
  const slug = toSlug(String(piece));
  const bySlug = slug === "" ? undefined : await terms.findBySlug(taxonomy, slug);
  return (bySlug ?? (await terms.findByName(taxonomy, String(piece).trim()))[0])?.id;
};

/**
 * Parameter for the id of an event that the caller may read; any other id counts as unknown.
 * Source: rules/rights.md#hidden-records.
 */
export const readableEvent = (
  {
    events,
    postStatuses,
  }: {
    readonly events: Pick<EventRepository, "find">;
    readonly postStatuses: PostStatuses;
  },
  declared: Declared,
): Parameter<number | undefined> => ({
  type: "integer",
  ...declared,
  documented: { minimum: 1, example: EXAMPLE_IDS.event, ...declared.documented },
  resolve: async (raw, { actor }) => {
    const id = toPositiveInteger(raw);
    const event = id === undefined ? undefined : await events.find(id);
    return event !== undefined && postStatuses.canRead(event, actor)
      ? { value: event.id }
      : { problem: { reason: "unknown-event" } };
  },
});

/** Parsed term parameter of a list. */
export interface TermSelection {
  readonly ids: readonly number[];
  readonly sent: readonly ListEntry[];
}

/**
 * Parameter for a list of ids, slugs or names of existing terms. A number is an id; it is a slug only if no
 * term has that id.
 * Source: rules/events.md#filter-by-terms, rules/terms.md#term-references.
 */
export const termSelection = (
  { repositories, site }: { readonly repositories: Pick<Repositories, "terms">; readonly site: SiteSettings },
  taxonomy: Taxonomy,
  description: string,
): Parameter<TermSelection | undefined> => {
  const maximum = maxListEntries(site);
  return {
    description,
    documented: {
      type: "array",
      items: { type: "integer" },
      body: { type: "array", items: { type: ["integer", "string"] } },
      maxItems: maximum,
      example: [EXAMPLE_IDS[taxonomy]],
    },
    resolve: async (raw) => {
      const pieces = toListEntries(raw, maximum);
      if (!("value" in pieces)) return pieces;
      const sent = pieces.value;
      const ids = await Promise.all(sent.map((piece) => findTerm(repositories, taxonomy, piece)));
      return ids.length > 0 && ids.every((id) => id !== undefined)
        ? { value: { ids: [...new Set(ids)], sent } }
        : refuse(taxonomy === "category" ? "unknown-category" : "unknown-tag");
    },
  };
};
