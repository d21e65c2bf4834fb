import type { SiteSettings } from "../model/site.ts";
import type { Taxonomy } from "../model/term.ts";
import type { Parameter } from "../parameter.ts";
import type { Repositories } from "../ports/store.ts";
import { EXAMPLE_IDS } from "./example-ids.ts";
import { maximumPieces, toPieces } from "./lists.ts";
import { resolveTerms } from "./references.ts";

/** The terms a list asks for. */
export interface TermSelection {
  readonly ids: readonly number[];
  /** As sent, as a comma list. */
  readonly link: string;
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
      return "value" in ids ? { value: { ids: ids.value, link: toLink(raw, maximumPieces(site)) } } : ids;
    },
  };
};

/** List pieces are decoded once more than other values, so what would split one is encoded once more. */
const toLink = (raw: unknown, maximum: number): string => {
  const pieces = toPieces(raw, maximum);
  if (!("value" in pieces)) return "";
  return pieces.value.map((piece) => String(piece).replace(/[%,]/g, encodeURIComponent)).join(",");
};
