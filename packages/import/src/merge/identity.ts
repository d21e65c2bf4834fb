import { createHash } from "node:crypto";
import { type HtmlCleaner, type ImportedList, toSlug } from "@kalends/core";
import { foldText } from "@kalends/core/storage";
import { readOr, type SourceRecord } from "../records/source-record.ts";

/**
 * Lowest event id that the reference implementation generates for each request. Such an id does not identify
 * an event.
 * Source: rules/choices.md#import-identity.
 */
export const FIRST_GENERATED_ID = 10_000_000;

const MAX_IDENTITY_LENGTH = 180;
const NAME_MEMBERS: Readonly<Record<ImportedList, string>> = {
  categories: "name",
  tags: "name",
  venues: "venue",
  organizers: "organizer",
  events: "title",
};

/** Returns the name or title of a record at its source; `""` if it has none. */
export const nameOf = (list: ImportedList, record: SourceRecord): string => record.text(NAME_MEMBERS[list]);

/** Returns the name or title of a record as plain text for reports; `""` if it is not a text. */
export const titleOf = (list: ImportedList, record: SourceRecord, cleaner: HtmlCleaner): string =>
  readOr("", () => cleaner.toText(nameOf(list, record)));

/**
 * Returns the site that a record belongs to, such as `old.example`. A site in a WordPress network includes
 * its folder, such as `old.example/kids`. The URLs of the record determine the site, else its global id, else
 * `site`, the site of the source. Returns `""` if none of them is known. Throws a `SourceProblem` for members
 * that are not texts.
 * Source: rules/choices.md#import-networks.
 */
export const siteOf = (record: SourceRecord, site: string): string =>
  siteOfRest(record.text("rest_url")) ||
  siteOfRest(record.object("urls")?.text("self") ?? "") ||
  siteOfPage(record.text("url"), [globalHostOf(record), site]) ||
  globalHostOf(record) ||
  site;

/**
 * Returns the host of a site, without the folder. Author numbers are the same on all sites of a WordPress
 * network.
 */
export const hostOfSite = (site: string): string => site.replace(/\/.*/s, "");

/**
 * Returns the site of a REST URL: `https://old.example/kids/wp-json/tribe/events/v1/events/12` belongs to
 * `old.example/kids`.
 */
const siteOfRest = (address: string): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const [, folder = ""] = /^(.*?)\/[^/]+\/[\w-]+\/events\/v1(?:\/|$)/s.exec(pathname) ?? [];
  return host + folder;
};

/** Returns the host of a web page, followed by the folder of the site in `sites` that contains the page. */
const siteOfPage = (address: string, sites: readonly string[]): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const folders = sites.map((site) => site.slice(hostOfSite(site).length)).filter((folder) => folder !== "");
  return host + (folders.find((folder) => pathname.startsWith(`${folder}/`)) ?? "");
};

/**
 * Returns the host, with folder, at the start of a record's global id. Returns `""` for a global id in
 * another format. Throws a `SourceProblem` if the global id is not a text.
 */
export const globalHostOf = (record: SourceRecord): string =>
  /^([^?#]+)\?id=\d+$/.exec(record.text("global_id"))?.[1] ?? "";

/**
 * Returns the path and query of the record's web page at the source, percent-encoded; `""` if the record has
 * no page.
 */
export const pathOf = (record: SourceRecord): string => {
  const address = record.text("url");
  if (!URL.canParse(address)) return "";
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/**
 * Returns the id that a record has at the source. Returns 0 if the record has no id, or one that the source
 * generates for each request. Throws a `SourceProblem` for an invalid id.
 */
export const sourceIdOf = (list: ImportedList, record: SourceRecord): number => {
  const id = record.idOrZero("id");
  return list === "events" && id >= FIRST_GENERATED_ID ? 0 : id;
};

/**
 * Returns the text by which imports recognize a record of a list in every run, at most 180 characters.
 * - A post has its global id and its id.
 * - A term, or a post without a global id, has the site and its id.
 * - An event with a generated id has the site, its slug and its start.
 * - A record with a `key`, even if it has an id, has the site and this key.
 * - A record with neither has the site and the key that `keyOf` returns.
 * Throws a `SourceProblem` for members that cannot be read.
 * Source: rules/choices.md#import-identity.
 */
export const identityOf = (
  list: ImportedList,
  { record, key }: { readonly record: SourceRecord; readonly key?: string },
  site: string,
): string => {
  const id = record.idOrZero("id");
  const from = siteOf(record, site);
  if (key !== undefined || id === 0) return bounded(`${from}#${key ?? keyOf(list, record)}`);
  if (sourceIdOf(list, record) === 0)
    return bounded(`${from}?slug=${toSlug(record.text("slug"))}&start=${record.text("start_date")}`);
  const globalId = list === "categories" || list === "tags" ? "" : record.text("global_id");
  if (globalId !== "") return bounded(globalId.endsWith(`?id=${id}`) ? globalId : `${globalId}#${id}`);
  const unnamed = from === "" ? `&slug=${toSlug(record.text("slug"))}&date=${record.text("date_utc")}` : "";
  return bounded(`${from}?id=${id}${unnamed}`);
};

/** Returns the probable identity of another record with the given id on the same site as `record`. */
export const identityOfNeighbour = (record: SourceRecord, id: number, site: string): string =>
  bounded(`${globalHostOf(record) || siteOf(record, site)}?id=${id}`);

/**
 * Returns the identity of an event whose id and global id another event also has. The start distinguishes
 * them.
 */
export const identityAt = (identity: string, start: string): string => bounded(`${identity}@${start}`);

/**
 * Returns the key for a record without an id: the slug of a term, the name of a post. The key of an event
 * also has the start.
 */
export const keyOf = (list: ImportedList, record: SourceRecord): string => {
  if (list === "categories" || list === "tags") return toSlug(record.text("slug") || record.text("name"));
  const name = foldText(nameOf(list, record).trim());
  return list === "events" ? `${name}|${record.text("start_date")}` : name;
};

const bounded = (text: string): string => {
  if (text.length <= MAX_IDENTITY_LENGTH) return text;
  const digest = createHash("sha256").update(text).digest("base64url");
  return `${[...text.slice(0, 100)].filter((character) => !/\p{Surrogate}/u.test(character)).join("")}~${digest}`;
};

/**
 * True if a record has only an id and a global id, and so refers to a record that the source lists elsewhere.
 */
export const isMereReference = (record: SourceRecord): boolean =>
  record.names().every((name) => name === "id" || name === "global_id");
