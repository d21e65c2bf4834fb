import type { SiteSettings } from "../../model/site.ts";
import type { Taxonomy } from "../../model/term.ts";
import type { Parameter, ParametersFor } from "../../parameter.ts";
import { EXTERNAL_IDS, externalIdFilter, type SentExternalId } from "../../parameters/external-ids.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import {
  findTermById,
  readableEvent,
  type TermSelection,
  termSelection,
} from "../../parameters/references.ts";
import {
  isLooselyTrue,
  MAX_NAME_LENGTH,
  MAX_SEARCH_LENGTH,
  refuse,
  text,
  toNumber,
  toPositiveInteger,
} from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { SentExternalIds } from "../posts/resolve-external-ids.ts";

/** Values of the parameters of a term list. */
export type TermListValues = {
  readonly page: number;
  readonly per_page: number;
  readonly search: string | undefined;
  readonly exclude: TermSelection | undefined;
  readonly include: TermSelection | undefined;
  readonly order: string | undefined;
  readonly orderby: string | undefined;
  /** Flag with the text that the client sent; `sent` is absent for the default. */
  readonly hide_empty: { readonly value: boolean; readonly sent?: string };
  readonly parent?: number | undefined;
  readonly post: number | undefined;
  readonly event: number | undefined;
  readonly slug: string | undefined;
  readonly external_id: SentExternalId | undefined;
};

export interface TermListDeps {
  readonly store: Pick<Repositories, "events" | "terms" | "merges">;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
}

const plural = (taxonomy: Taxonomy): string => (taxonomy === "category" ? "categories" : "tags");

/**
 * Creates the parameter for the id of a parent category; 0 means the top level. Source:
 * rules/terms.md#term-fields.
 */
const parentCategory = (
  repositories: Pick<Repositories, "terms" | "merges">,
  description: string,
): Parameter<number | undefined> => ({
  type: "integer",
  description,
  documented: { minimum: 0, example: 0 },
  resolve: async (raw, { mayLookUp }) => {
    if (toNumber(raw) === 0) return { value: 0 };
    const id = toPositiveInteger(raw);
    if (id !== undefined && !mayLookUp) return { value: id };
    const found = id === undefined ? undefined : await findTermById("category", id, repositories);
    return found === undefined ? refuse("unknown-category") : { value: found.id };
  },
});

/** Returns the parameters of a list of terms. Source: rules/terms.md#term-list-parameters. */
export const termListParameters = (
  taxonomy: Taxonomy,
  { store, postStatuses, site }: TermListDeps,
): ParametersFor<TermListValues> => {
  const all = plural(taxonomy);
  const terms = { repositories: store, site };
  const assigned = (description: string): Parameter<number | undefined> =>
    readableEvent({ events: store.events, postStatuses }, { description });
  return {
    ...pagingParameters(site),
    search: text(`parameter.${all}.search`, {
      example: "jazz",
      maximum: MAX_SEARCH_LENGTH,
    }),
    exclude: termSelection(terms, taxonomy, `parameter.${all}.exclude`),
    include: termSelection(terms, taxonomy, `parameter.${all}.include`),
    order: text("parameter.terms.order", {
      example: "desc",
      maximum: MAX_NAME_LENGTH,
    }),
    orderby: text("parameter.terms.orderby", { example: "count", maximum: MAX_NAME_LENGTH }),
    hide_empty: {
      type: "boolean",
      description: `parameter.${all}.hide_empty`,
      documented: { example: false },
      default: "1",
      resolve: (raw, { raw: sent }) => {
        const value = isLooselyTrue(raw);
        return { value: Object.hasOwn(sent, "hide_empty") ? { value, sent: String(raw) } : { value } };
      },
    },
    parent: parentCategory(store, "parameter.categories.parent"),
    post: assigned(`parameter.${all}.post`),
    event: assigned("parameter.terms.event"),
    slug: text("parameter.terms.slug", { example: "jazz" }),
    external_id: externalIdFilter(site),
  };
};

/** Values of a term in a request. `parent` is accepted here for tags too, and refused later. */
export type TermValues = {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly parent?: number;
} & Partial<SentExternalIds>;

/** Returns the parameters for the fields of a term. Source: rules/terms.md#term-fields. */
export const termParameters = (
  taxonomy: Taxonomy,
  store: Pick<Repositories, "terms" | "merges">,
  { required }: { readonly required: boolean },
): ParametersFor<TermValues> => ({
  name: text(`parameter.${taxonomy}.name`, {
    example: taxonomy === "category" ? "Concerts" : "jazz",
    maximum: MAX_NAME_LENGTH,
    required,
  }),
  description: text(`parameter.${taxonomy}.description`, {
    example: "Live music",
  }),
  slug: text("parameter.term.slug", {
    example: "live-music",
  }),
  parent:
    taxonomy === "category"
      ? parentCategory(store, "parameter.category.parent")
      : { undocumented: true, description: "Tags have no parents.", resolve: () => ({ value: 0 }) },
  external_ids: EXTERNAL_IDS,
});
