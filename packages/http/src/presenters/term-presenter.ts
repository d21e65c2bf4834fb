import type { Taxonomy, Term } from "@kalends/core";
import type { TermView } from "@kalends/core/interface";
import type { Addresses } from "../request/address/addresses.ts";
import { addExternalIds } from "./external-ids.ts";
import { renderTermName } from "./html/rendered-text.ts";
import type { Members, Presentation } from "./presentation.ts";

const TAXONOMIES: Readonly<Record<Taxonomy, { readonly name: string; readonly collection: string }>> = {
  category: { name: "tribe_events_cat", collection: "categories" },
  tag: { name: "post_tag", collection: "tags" },
};

const urlsOf = ({ id, taxonomy, parentId }: Term, { namespace }: Addresses): Members => {
  const collection = `${namespace}/${TAXONOMIES[taxonomy].collection}`;
  return {
    self: `${collection}/${id}`,
    collection,
    ...(parentId > 0 && { up: `${collection}/${parentId}` }),
  };
};

/**
 * Converts a category or tag to its JSON members. Source: rules/representations.md#category-members,
 * rules/representations.md#tag-members.
 */
export const presentTerm = (view: TermView, { addresses, pages, externalIds }: Presentation): Members => {
  const { term, count } = view;
  const members: Members = {
    id: term.id,
    count,
    description: term.description,
    name: renderTermName(term.name),
    slug: term.slug,
    taxonomy: TAXONOMIES[term.taxonomy].name,
    ...(term.taxonomy === "category" && { parent: term.parentId }),
    meta: [],
    url: pages.ofTerm(view, addresses.site),
    urls: urlsOf(term, addresses),
  };
  addExternalIds(members, { term }, externalIds);
  return members;
};

/**
 * Converts a category or tag inside an event to its JSON members. Source:
 * rules/representations.md#event-term.
 */
export const presentEventTerm = ({ term, count }: TermView, { addresses }: Presentation): Members => ({
  name: renderTermName(term.name),
  slug: term.slug,
  term_group: 0,
  term_taxonomy_id: term.id,
  taxonomy: TAXONOMIES[term.taxonomy].name,
  description: term.description,
  parent: term.parentId,
  count,
  filter: "raw",
  id: term.id,
  urls: urlsOf(term, addresses),
});
