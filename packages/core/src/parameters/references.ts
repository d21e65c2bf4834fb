import type { ProblemReason } from "../errors.ts";
import { parseDate } from "../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Taxonomy, UsedTerm } from "../model/term.ts";
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

/** Ids in the examples of the documentation. The examples work only if records with these ids exist. */
export const EXAMPLE_IDS = { venue: 12, organizer: 13, event: 14, category: 21, tag: 22 } as const;

/**
 * Creates the parameter for a date in any accepted form. Its value is the text as sent; the write of the
 * record parses it later, in the time zone of the event or the site.
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

/**
 * Validator for the end of an event: a date, or a duration from the start. Source: rules/dates.md#durations.
 */
export const resolveEnd =
  (clock: Clock) =>
  (raw: unknown): Resolution<string> =>
    typeof raw === "string" && readDuration(raw) !== undefined ? { value: raw } : resolveDate(clock)(raw);

/**
 * Creates the parameter for a time zone. An empty value counts as absent. Source: rules/dates.md#zone-names.
 */
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
 * Creates the parameter for the id of an existing user.
 * Callers without the right to edit records of others may name only themselves. For such callers the user is
 * not looked up, so the response reveals nothing about other users. The write of the record later refuses
 * other ids.
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

/** Creates the parameter for a status that a write may set. Source: rules/rights.md#writable-statuses. */
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

/**
 * Parsed parameter `status` of a list: the sent names without duplicates, and a query condition for the
 * records that the caller may see.
 */
export interface StatusSelection {
  readonly names: readonly string[];
  readonly visible: Visibility;
}

/**
 * Creates the parameter for the statuses of a list. It refuses statuses that the caller may not list.
 * Source: rules/rights.md#list-status.
 */
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
 * Returns a validator for ids of existing records. `find` must return only records that the caller may see,
 * by the sent id. If an id has no record, the value is refused with `reason`.
 */
export const resolveLinkedIds =
  (
    find: (ids: readonly number[]) => Promise<ReadonlyMap<number, { readonly id: number }>>,
    reason: ProblemReason,
    maximum: number,
  ) =>
  async (raw: unknown): Promise<Resolution<readonly number[]>> => {
    const ids = toIdList(raw, maximum, { reason });
    if (!("value" in ids)) return ids;
    const found = await find(ids.value);
    const known = ids.value.map((id) => found.get(id)?.id);
    return known.every((id) => id !== undefined) ? { value: [...new Set(known)] } : refuse(reason);
  };

/**
 * Returns the term with this slug. If no term has it, returns the term into which a term with this slug was
 * merged.
 */
export const findTermBySlug = async (
  taxonomy: Taxonomy,
  slug: string,
  { terms, merges }: Pick<Repositories, "terms" | "merges">,
): Promise<UsedTerm | undefined> => {
  const found = await terms.findBySlug(taxonomy, slug);
  if (found !== undefined) return found;
  const target = await merges.targetOfSlug(taxonomy, slug);
  return target === undefined ? undefined : terms.find(taxonomy, target);
};

/**
 * Returns the term with this id. If no term has it, returns the term into which the term with this id was
 * merged.
 */
export const findTermById = async (
  taxonomy: Taxonomy,
  id: number,
  { terms, merges }: Pick<Repositories, "terms" | "merges">,
): Promise<UsedTerm | undefined> => {
  const found = await terms.find(taxonomy, id);
  if (found !== undefined) return found;
  const target = (await merges.targetsOf(taxonomy, [id])).get(id);
  return target === undefined ? undefined : terms.find(taxonomy, target);
};

/**
 * Returns the id of the term that has this id, else this slug, else this name. Returns `undefined` if no term
 * has one of them.
 */
const findTerm = async (
  repositories: Pick<Repositories, "terms" | "merges">,
  taxonomy: Taxonomy,
  piece: number | string,
): Promise<number | undefined> => {
  const byId = typeof piece === "number" ? await findTermById(taxonomy, piece, repositories) : undefined;
  if (byId !== undefined) return byId.id;
  const slug = toSlug(String(piece));
  const bySlug = slug === "" ? undefined : await findTermBySlug(taxonomy, slug, repositories);
  return (bySlug ?? (await repositories.terms.findByName(taxonomy, String(piece).trim()))[0])?.id;
};

/**
 * Creates the parameter for the id of an event that the caller may read. Any other id is treated as unknown.
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

/**
 * Parsed list parameter that selects terms: the ids of the terms, and the entries as the client sent them.
 */
export interface TermSelection {
  readonly ids: readonly number[];
  readonly sent: readonly ListEntry[];
}

/**
 * Creates the parameter for a list of existing terms by id, slug or name. A number that is not the id of a
 * term is read as a slug or name.
 * Source: rules/events.md#filter-by-terms, rules/terms.md#term-references.
 */
export const termSelection = (
  {
    repositories,
    site,
  }: { readonly repositories: Pick<Repositories, "terms" | "merges">; readonly site: SiteSettings },
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
