import { type ImportedList, toImageAlt, toSlug, toWebAddress } from "@kalends/core";
import { isPlaceholder } from "../records/placeholder.ts";
import { hostOf, isCleanedHtml, isRelinkedHtml, isSameHtml, isSameText } from "./compare-texts.ts";
import { COST_DIFFERENCES } from "./cost-differences.ts";
import type { ExpectedDifference, Pair } from "./expected-difference.ts";
import {
  API_MEMBERS,
  type Difference,
  type Members,
  membersOf,
  RECURRENCE_MEMBERS,
  textOf,
} from "./members.ts";
import { SERIES_DIFFERENCES } from "./series-differences.ts";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const topOf = ({ member }: Difference): string => member.replace(/\..*/s, "");

/** Matches the names of members that contain plain text, not HTML. */
const PLAIN_TEXTS =
  /^(title|venue|organizer|name|address|city|country|province|state|stateprovince|zip|phone|email|timezone_abbr|cost|status_reason)$/;

/**
 * True if the end is before the start at the source, in local time or in UTC. The reference implementation
 * corrects only the local time.
 */
const isReversed = ({ there }: Pair): boolean =>
  textOf(there.end_date) < textOf(there.start_date) ||
  textOf(there.utc_end_date) < textOf(there.utc_start_date);

/** Documented reasons for differences, in order of precedence: the first match explains a difference. */
export const EXPECTED_DIFFERENCES: readonly ExpectedDifference[] = [
  ...SERIES_DIFFERENCES,
  {
    rule: "rules/choices.md#import-protected",
    why: "it is protected by a password at the source",
    members: /^(?!(?:title|slug|start_date|end_date|timezone)$)/,
    when: (_, { list, there }) => isPlaceholder(list, { value: (name) => there[name] }),
  },
  {
    rule: "rules/choices.md#import-terms",
    why: "it existed before the import and stays unchanged",
    members: /./,
    when: ({ member }, { known }) => known?.base === "" && member !== "id",
  },
  {
    rule: "rules/choices.md#import-ids",
    why: "the record has a new id here",
    members: /^(id|term_taxonomy_id)$/,
    when: ({ member, there, here }, { here: ours, known }) =>
      (member === "id" || there !== undefined) && here === ours.id && known?.id === here,
  },
  {
    rule: "rules/representations.md#event-term",
    why: "the internal number of a term is its id, and terms inside events have no page",
    members: /^(term_taxonomy_id|term_group|url|meta)$/,
    when: ({ there, here, member }, { list }) =>
      (list === "categories" || list === "tags") &&
      (member.startsWith("term_") ? there !== undefined : here === undefined),
  },
  {
    rule: "rules/choices.md#import-ids",
    why: "the parent has a new id here",
    members: /^parent$/,
    when: ({ here }, { parentId }) => here === parentId,
  },
  {
    rule: "rules/terms.md#tag-parents",
    why: "tags have no parent",
    members: /^parent$/,
    when: (_, { list }) => list === "tags",
  },
  {
    rule: "rules/choices.md#import-lineage",
    why: "the global id is that of this site, and the old one is in the lineage",
    members: /^global_id(_lineage)?$/,
    when: (_, { there, here }) => {
      const ours = listOf(here.global_id_lineage);
      const theirs = [there.global_id, ...listOf(there.global_id_lineage)];
      return theirs.every((id) => id === undefined || id === "" || ours.includes(id));
    },
  },
  {
    rule: "rules/representations.md#base-addresses",
    why: "addresses are those of this site",
    members: /^(url|rest_url|urls\.\w+|next_occurrence\.rest_url)$/,
    when: ({ member, here }) => textOf(here) !== "" || member.startsWith("urls."),
  },
  {
    rule: "rules/choices.md#import-values",
    why: "a website that was the record's own page was never set",
    members: /^website$/,
    when: ({ there, here }, { there: theirs, here: ours }) =>
      (textOf(there) === "" || there === theirs.url) && (here === undefined || here === ours.url),
  },
  {
    rule: "rules/choices.md#import-ids",
    why: "the slug was already used here, or has another spelling",
    members: /^slug$/,
    when: ({ there, here }) => {
      const [theirs, ours] = [toSlug(textOf(there)), textOf(here)];
      return (
        ours === theirs ||
        (theirs !== "" && theirs.startsWith(ours.replace(/-\d+$/, "")) && /-\d+$/.test(ours))
      );
    },
  },
  {
    rule: "rules/choices.md#import-authors",
    why: "the author is another account here, or has a number that no account gets",
    members: /^author$/,
    when: ({ here }, { authorId }) => authorId !== undefined && Number(here) === authorId,
  },
  {
    rule: "rules/dates.md#scheduled-publication",
    why: "its publication date has passed, so it is public",
    members: /^(status|modified|modified_utc)$/,
    when: (_, { there, here }, { now }) =>
      there.status === "future" && here.status === "publish" && textOf(there.date_utc) <= now,
  },
  {
    rule: "rules/dates.md#modified-date",
    why: "the time of the last change is a valid time here",
    members: /^modified_utc$/,
    when: ({ there }) => there === "0000-00-00 00:00:00",
  },
  {
    rule: "rules/dates.md#end-before-start",
    why: "the end cannot be before the start",
    members: /^(utc_)?end_date(_details\.\w+)?$/,
    when: (_, pair) => isReversed(pair) && pair.here.end_date === pair.here.start_date,
  },
  {
    rule: "rules/images.md#image-names",
    why: "image files have new names and sizes here",
    members: /^image\.(id|url|filesize|extension|original_image|sizes\b.*)$/,
    when: (_, { here }) => here.image !== undefined && here.image !== false,
  },
  {
    rule: "rules/choices.md#import-alt-texts",
    why: "the alt text is cleaned, or exists only here",
    members: /^image\.alt$/,
    when: ({ there, here }) => there === undefined || (toImageAlt(textOf(there)) ?? "") === textOf(here),
  },
  {
    rule: "rules/images.md#image-sizes",
    why: "width and height are those of the upright image, or exist only here",
    members: /^image\.(width|height)$/,
    when: ({ there }, { there: theirs, here: ours }) => {
      if (there === undefined) return true;
      // If width and height are swapped, the local copy was rotated by 90 degrees.
      const [old, mine] = [membersOf(theirs.image), membersOf(ours.image)];
      return old.width === mine.height && old.height === mine.width;
    },
  },
  {
    rule: "rules/choices.md#verify-untold-members",
    why: "the source does not give this member",
    members: /^(date|date_utc|modified|modified_utc)$/,
    when: (_, { isUndated }) => isUndated,
  },
  { rule: "rules/terms.md#term-count", why: "only events on this site are counted", members: /^count$/ },
  {
    rule: "rules/representations.md#structured-data",
    why: "structured data are generated here",
    members: /json_ld/,
  },
  {
    rule: "rules/representations.md#category-members",
    why: "links to WordPress routes are left out",
    members: /^_links/,
  },
  {
    rule: "rules/choices.md#import-values",
    why: "the same text with other entities or white space",
    members: PLAIN_TEXTS,
    when: ({ there, here }, _, { cleaner }) => isSameText(there, here, cleaner),
  },
  {
    rule: "rules/choices.md#import-values",
    why: "the same address in another spelling, or left out because it is not a web address",
    members: /^website$/,
    when: ({ there, here }, _, { cleaner }) =>
      isSameAddress(cleaner.toText(textOf(there)), cleaner.toText(textOf(here))),
  },
  {
    rule: "rules/representations.md#rendered-html",
    why: "the same text with other paragraphs",
    members: /^(description|excerpt)$/,
    when: ({ there, here }, _, { cleaner }) => isSameHtml(there, here, cleaner),
  },
  {
    rule: "rules/choices.md#html-allow-list",
    why: "the text without markup that is not allowed here",
    members: /^(description|excerpt)$/,
    when: ({ there, here }, _, { cleaner }) => isCleanedHtml(there, here, cleaner),
  },
  {
    rule: "rules/choices.md#import-rewritten-links",
    why: "links to the old site lead to this one",
    members: /^(description|excerpt)$/,
    when: ({ there, here }, pair, { cleaner }) =>
      isRelinkedHtml(there, here, {
        cleaner,
        sites: [hostOf(pair.there.url), hostOf(`https://${pair.there.global_id}`)],
        own: hostOf(pair.here.url),
      }),
  },
  ...COST_DIFFERENCES,
  {
    rule: "rules/choices.md#import-custom-fields",
    why: "custom fields are stored by plugins, or were reported",
    members: /^custom_fields\b/,
  },
  {
    rule: "rules/recurrence.md#recurrence-members",
    why: "members of Kalends for recurrence and event status",
    members: /./,
    when: (difference, { list }) =>
      list === "events" && difference.there === undefined && RECURRENCE_MEMBERS.has(topOf(difference)),
  },
  {
    rule: "rules/representations.md#plugin-members",
    why: "members of plugins on this site",
    members: /./,
    when: (difference, { list, there }) =>
      there[topOf(difference)] === undefined && !API_MEMBERS[list].has(topOf(difference)),
  },
  {
    rule: "rules/choices.md#verify-foreign-members",
    why: "members of plugins of the old site",
    members: /./,
    when: (difference, { list, here }) =>
      here[topOf(difference)] === undefined &&
      !API_MEMBERS[list].has(topOf(difference)) &&
      !RECURRENCE_MEMBERS.has(topOf(difference)),
  },
  {
    rule: "rules/choices.md#verify-untold-members",
    why: "the source does not give this member",
    members: /./,
    when: (difference, { list, there }) => isNotGiven(difference, list, there),
  },
];

/**
 * True if the source does not give the member: the member is null or missing. In venues and organizers, most
 * missing members mean an empty value instead, because servers omit empty members. This does not apply if an
 * event embeds only a reference to the record.
 */
const isNotGiven = (difference: Difference, list: ImportedList, there: Members): boolean => {
  const theirs = there[topOf(difference)];
  // The reference implementation shows null in password-protected records.
  if (theirs === null) return true;
  if (theirs !== undefined) return false;
  if (there.status === undefined) return true;
  const omitsEmpty = list === "venues" || list === "organizers";
  return !omitsEmpty || /^(show_map|show_map_link|geo_lat|geo_lng|stateprovince)$/.test(difference.member);
};

/** Matches characters that a URL cannot contain. */
const NO_ADDRESS = /[\s"<>\\^`{|}]/g;

/**
 * True if two addresses are equal after normalization. A text that is not a web address equals an empty one,
 * because it is not imported.
 */
const isSameAddress = (there: string, here: string): boolean => {
  if (there.replace(NO_ADDRESS, "") === here) return true;
  const address = toWebAddress(there);
  if (address === undefined) return here === "";
  return URL.canParse(address) && URL.canParse(here) && new URL(address).href === new URL(here).href;
};
