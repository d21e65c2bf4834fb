import type { FacetView, FacetViews } from "@kalends/core/interface";
import { type MessageCatalogue, translate } from "../messages/catalogue.ts";
import { CATALOGUES } from "../messages/languages.ts";
import { renderTermName, renderTitle } from "./html/rendered-text.ts";
import type { Members, Presentation } from "./presentation.ts";

type FacetName = keyof FacetViews;

/**
 * Returns the label of a status. A status that a host or plugin defines is a sentence that its texts may
 * translate.
 */
const labelOfStatus = (status: string, catalogue: MessageCatalogue): string => {
  const { forms } = catalogue;
  const name = `status.${status}`;
  return (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? translate(status, catalogue);
};

const labelOf = (
  name: FacetName,
  { value, name: stored }: FacetView,
  catalogue: MessageCatalogue,
): string => {
  if (name === "status") return renderTitle(labelOfStatus(String(value), catalogue));
  const text = stored ?? String(value);
  return name === "categories" || name === "tags" ? renderTermName(text) : renderTitle(text);
};

/** Converts the facets of an event list to JSON. Source: rules/facets.md#facet-labels. */
export const presentFacets = (facets: FacetViews, { language }: Pick<Presentation, "language">): Members =>
  Object.fromEntries(
    // The type is safe, because an object of this type has no other members.
    (Object.entries(facets) as [FacetName, readonly FacetView[]][]).map(([name, values]) => [
      name,
      values.map((one) => ({
        value: one.value,
        label: labelOf(name, one, CATALOGUES[language]),
        count: one.count,
      })),
    ]),
  );
