import type { SiteSettings } from "../model/site.ts";
import type { Taxonomy } from "../model/term.ts";
import type { Parameter } from "../parameter.ts";
import type { Repositories } from "../ports/store.ts";
import { EXAMPLE_IDS } from "./example-ids.ts";
import { maximumPieces, type Piece, toPieces } from "./lists.ts";
import { resolveTerms } from "./references.ts";

/** The terms a list asks for. */
export interface TermSelection {
  readonly ids: readonly number[];
  readonly sent: readonly Piece[];
}

/** A list of IDs, slugs or names of existing terms. Source: 00-overview section 3.2, category / tag; D26, D33. */
export const termSelection = (
  { repositories, site }: { readonly repositories: Pick<Repositories, "terms">; readonly site: SiteSettings },
  taxonomy: Taxonomy,
  description: string,
): Parameter<TermSelection | undefined> => {
  const resolve = resolveTerms(repositories, taxonomy, maximumPieces(site));
  return {
    description,
    documented: {
      type: "array",
      items: { type: "integer" },
      body: { type: "array", items: { type: ["integer", "string"] } },
      maxItems: maximumPieces(site),
      example: [EXAMPLE_IDS[taxonomy]],
    },
    resolve: async (raw) => {
      const ids = await resolve(raw);
      if (!("value" in ids)) return ids;
      const pieces = toPieces(raw, maximumPieces(site));
      return "value" in pieces ? { value: { ids: ids.value, sent: pieces.value } } : pieces;
    },
  };
};
