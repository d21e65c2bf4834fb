import type { Post, Term } from "@kalends/core";
import type { Addresses } from "../request/addresses.ts";
import type { Presentation } from "./presentation.ts";

type PageKind = "event" | "venue" | "organizer";

const POST_TYPES: Readonly<Record<PageKind, string>> = {
  event: "tribe_events",
  venue: "tribe_venue",
  organizer: "tribe_organizer",
};

/** The page of a record; one that nobody but its writers sees yet is named by its id. Source: 50 section 1, row 10. */
export const pageUrl = (
  kind: PageKind,
  { id, slug, status }: Post,
  { addresses: { site }, isPublic }: Presentation,
): string =>
  (isPublic(status) || status === "private") && slug !== ""
    ? `${site}/${kind}/${slug}/`
    : `${site}/?post_type=${POST_TYPES[kind]}&p=${id}`;

/** The public archive page of a term. Source: 50-representations sections 7.1 and 8. */
export const termPageUrl = (
  { taxonomy, slug }: Term,
  ancestors: readonly string[],
  { site }: Addresses,
): string =>
  taxonomy === "tag" ? `${site}/tag/${slug}/` : `${site}/events/category/${[...ancestors, slug].join("/")}/`;
