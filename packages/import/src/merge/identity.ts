import { createHash } from "node:crypto";
import { type HtmlCleaner, type ImportedList, toSlug } from "@kalends/core";
import { foldText } from "@kalends/core/storage";
import { readOr, type SourceRecord } from "../records/source-record.ts";

/**
 * Lowest generated event id. From here on, the reference implementation creates new ids for each request.
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

/** Returns the name of a record as its source shows it; `""` if it has none. */
export const nameOf = (list: ImportedList, record: SourceRecord): string => record.text(NAME_MEMBERS[list]);

/** Returns the name as plain text for reports; `""` if it is not a text. */
export const titleOf = (list: ImportedList, record: SourceRecord, cleaner: HtmlCleaner): string =>
  readOr("", () => cleaner.toText(nameOf(list, record)));

/**
 * Returns the site of a record, such as `old.example`, or `old.example/kids` in a network of sites. The
 * addresses of the record come first. Next comes its global id, which stays the same if a site moves, and
 * then the site of the source. Returns `""` if none is known. Throws a `SourceProblem` for members that are
 * not texts.
 * Source: rules/choices.md#import-networks.
 */
export const siteOf = (record: SourceRecord, site: string): string =>
  siteOfRest(record.text("rest_url")) ||
  siteOfRest(record.object("urls")?.text("self") ?? "") ||
  siteOfPage(record.text("url"), [globalHostOf(record), site]) ||
  globalHostOf(record) ||
  site;

/** Returns the host of a site, without a folder: all sites of one network have the same users. */
export const hostOfSite = (site: string): string => site.replace(/\/.*/s, "");

/**
 * Returns the site of a REST address: `https://old.example/kids/wp-json/tribe/events/v1/events/12` belongs to
 * `old.example/kids`.
 */
const siteOfRest = (address: string): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const [, folder = ""] = /^(.*?)\/[^/]+\/[\w-]+\/events\/v1(?:\/|$)/s.exec(pathname) ?? [];
  return host + folder;
};

/** Returns the host of a page, with the folder of the given site that contains the page. */
const siteOfPage = (address: string, sites: readonly string[]): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const folders = sites.map((site) => site.slice(hostOfSite(site).length)).filter((folder) => folder !== "");
  return host + (folders.find((folder) => pathname.startsWith(`${folder}/`)) ?? "");
};

/**
 * Returns the host in a record's global id; `""` if it does not have the usual form. Throws a `SourceProblem`
 * if it is not a text.
 */
export const globalHostOf = (record: SourceRecord): string =>
  /^([^?#]+)\?id=\d+$/.exec(record.text("global_id"))?.[1] ?? "";

/** Returns path and query of the record's page at the source, percent-encoded; `""` if it has none. */
export const pathOf = (record: SourceRecord): string => {
  const address = record.text("url");
  if (!URL.canParse(address)) return "";
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/**
 * Returns the id at the source; 0 if it has none or a generated one. Throws a `SourceProblem` for an invalid
 * id.
 */
export const sourceIdOf = (list: ImportedList, record: SourceRecord): number => {
  const id = record.idOrZero("id");
  return list === "events" && id >= FIRST_GENERATED_ID ? 0 : id;
};

/**
 * Returns the identity of a record in its list, which is the same in each import. It has at most 180
 * characters. It consists of the global id and the id. Records without a global id, and all terms, have the
 * site in its place. For a generated id, it consists of site, slug and start. Without an id, it is the `key`,
 * or else name and start. Throws a `SourceProblem` for members that cannot be read.
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

/** Returns the likely identity of another record of the same site, of which only the id is known. */
export const identityOfNeighbour = (record: SourceRecord, id: number, site: string): string =>
  bounded(`${globalHostOf(record) || siteOf(record, site)}?id=${id}`);

/** Returns the identity of one of several events with the same id and global id. */
export const identityAt = (identity: string, start: string): string => bounded(`${identity}@${start}`);

/** Returns the key of a record without an id: its folded name, and for events also the start. */
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

/** True if a linked record has no members besides its id and global id. */
export const isMereReference = (record: SourceRecord): boolean =>
  record.names().every((name) => name === "id" || name === "global_id");
