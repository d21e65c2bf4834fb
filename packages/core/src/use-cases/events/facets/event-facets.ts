import { CalendarError } from "../../../errors.ts";
import type { Post } from "../../../model/post.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { FacetView, FacetViews } from "../../../model/views.ts";
import type { Parameter, ParameterValues } from "../../../parameter.ts";
import { maxListEntries, toListEntries } from "../../../parameters/lists.ts";
import type { StatusSelection } from "../../../parameters/references.ts";
import { refuse } from "../../../parameters/scalars.ts";
import { FACETS, type FacetCount, type FacetCounts, type FacetName } from "../../../queries/event-facets.ts";
import type { EventQuery } from "../../../queries/event-query.ts";
import { type Actor, can, workAccountOf } from "../../../rights/actor.ts";
import type { PostStatuses } from "../../../rights/record-rights.ts";
import { type CountFacetsDeps, type CountRequest, createCountFacets } from "./count-facets.ts";

/** Maximum number of values of one facet in a response. Source: rules/facets.md#facet-values. */
const MAX_VALUES = 100;

/** Facets for callers with the right to edit only. Source: rules/facets.md#facet-rights. */
const FOR_EDITORS: ReadonlySet<FacetName> = new Set(["status", "author"]);

const isFacet = (name: string): name is FacetName => FACETS.some((facet) => facet === name);

/** Creates the parameter for the facets of a list. Source: rules/facets.md#facets. */
export const facetsParameter = (site: SiteSettings): Parameter<readonly FacetName[] | undefined> => ({
  description: "parameter.events.facets",
  documented: {
    type: "array",
    items: { type: "string" },
    enum: FACETS,
    maxItems: maxListEntries(site),
    example: ["categories", "month"],
  },
  resolve(raw) {
    const pieces = toListEntries(raw, maxListEntries(site));
    if (!("value" in pieces)) return pieces;
    const names = [...new Set(pieces.value.map(String))];
    if (names.length === 0) return refuse("empty");
    return names.every(isFacet) ? { value: names } : refuse("not-one-of", { names: FACETS.join(", ") });
  },
});

export interface EventFacetsDeps extends CountFacetsDeps {
  readonly postStatuses: PostStatuses;
  /** Returns the names of users by their ids, as far as they are known. */
  readonly namesOfUsers?: ((userIds: Iterable<number>) => Promise<ReadonlyMap<number, string>>) | undefined;
}

/** List whose facets are requested. */
interface FacetedList {
  /** Parsed values of the list's parameters. */
  readonly values: ParameterValues;
  /** Query of the list, with all filters and policies. */
  readonly query: EventQuery;
  /** Returns the query of a list with other values, also with all filters and policies. */
  narrow(values: ParameterValues): Promise<EventQuery>;
  readonly actor: Actor;
  /** Network of the client, under which visitors are limited. */
  readonly client: string | undefined;
}

/** Returns the member `facets` of a list result, or an empty object if no facets were requested. */
type ShowFacets = (list: FacetedList) => Promise<{ readonly facets?: FacetViews }>;

/**
 * Creates the function that counts a list by facets. It throws `rest_forbidden` for facets that the caller
 * may not request, and the errors of `CountFacets`. Source: rules/facets.md#facet-counts.
 */
export const createEventFacets = (deps: EventFacetsDeps): ShowFacets => {
  const count = createCountFacets(deps);
  const nameAll = createNaming(deps);

  /** Returns the query of a facet, which ignores the filter of the facet itself. */
  const queryOf = async (name: FacetName, list: FacetedList): Promise<EventQuery> => {
    if (name === "status") return list.narrow({ ...list.values, status: allStatuses(list.actor, deps) });
    // Conditions of policies must stay, so the query is made again without the filter.
    return list.values[name] === undefined ? list.query : list.narrow({ ...list.values, [name]: undefined });
  };

  return async (list) => {
    // The type is safe, because `facetsParameter` has parsed the value.
    const names = list.values.facets as readonly FacetName[] | undefined;
    if (names === undefined) return {};
    const { actor, client } = list;
    if (names.some((name) => FOR_EDITORS.has(name)) && !can(actor, "edit"))
      throw new CalendarError("rest_forbidden");
    const requests = new Map<string, CountRequest>();
    for (const name of names) {
      const query = await queryOf(name, list);
      const key = JSON.stringify(query);
      requests.set(key, { query, names: [...(requests.get(key)?.names ?? []), name] });
    }
    const found = await count([...requests.values()], workAccountOf(actor) ?? client);
    const counts: FacetCounts = Object.assign({}, ...found);
    const facets = await Promise.all(
      names.map(async (name) => [name, await nameAll(name, counts[name] ?? [], actor)] as const),
    );
    return { facets: Object.fromEntries(facets) };
  };
};

/** Returns the value of the parameter `status` for all statuses, including the trash. */
const allStatuses = (
  actor: Actor,
  { postStatuses }: Pick<EventFacetsDeps, "postStatuses">,
): StatusSelection => {
  const { names } = postStatuses;
  return { names, visible: postStatuses.listable(names, actor) ?? { statuses: [] } };
};

/** Returns the most frequent values that the actor may see, with their names. */
type NameAll = (
  name: FacetName,
  counts: readonly FacetCount[],
  actor: Actor,
) => Promise<readonly FacetView[]>;

const createNaming = ({
  store: { venues, organizers, terms },
  postStatuses,
  namesOfUsers = async () => new Map(),
}: EventFacetsDeps): NameAll => {
  /** Returns the names of the records with these ids that the actor may read. */
  const readNames = async (
    name: FacetName,
    ids: readonly number[],
    actor: Actor,
  ): Promise<ReadonlyMap<number, string>> => {
    if (name === "categories" || name === "tags") {
      const taxonomy = name === "tags" ? "tag" : "category";
      const found = await terms.findMany(ids);
      return new Map(found.filter((term) => term.taxonomy === taxonomy).map((term) => [term.id, term.name]));
    }
    const posts: {
      findMany(ids: readonly number[]): Promise<readonly (Post & { readonly name: string })[]>;
    } = name === "venue" ? venues : organizers;
    const found = await posts.findMany(ids);
    return new Map(
      found.filter((post) => postStatuses.canRead(post, actor)).map((post) => [post.id, post.name]),
    );
  };

  return async (name, counts, actor) => {
    if (name === "status" || name === "month") return counts.slice(0, MAX_VALUES);
    if (name === "author") {
      const shown = counts.slice(0, MAX_VALUES);
      const names = await namesOfUsers(shown.map(({ value }) => Number(value)));
      return shown.map((one) => withName(one, names.get(Number(one.value))));
    }
    const shown: FacetView[] = [];
    // Values that the actor may not see are left out, so more than one portion may be needed.
    for (let first = 0; first < counts.length && shown.length < MAX_VALUES; first += MAX_VALUES) {
      const portion = counts.slice(first, first + MAX_VALUES);
      const names = await readNames(
        name,
        portion.map(({ value }) => Number(value)),
        actor,
      );
      for (const one of portion) {
        const known = names.get(Number(one.value));
        if (known !== undefined) shown.push(withName(one, known));
      }
    }
    return shown.slice(0, MAX_VALUES);
  };
};

const withName = (one: FacetCount, name: string | undefined): FacetView =>
  name === undefined ? one : { ...one, name };
