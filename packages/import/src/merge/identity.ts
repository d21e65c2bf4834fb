import { createHash } from "node:crypto";
import { foldText, type HtmlCleaner, type ImportedList, toSlug } from "@kalends/core";
import { readOr, type SourceRecord } from "../records/source-record.ts";

/** From here on the reference makes ids of events up anew for each request. Source: rules/choices.md#import-identity. */
export const FIRST_MADE_UP_ID = 10_000_000;

const LONGEST_IDENTITY = 180;
const NAME_MEMBERS: Readonly<Record<ImportedList, string>> = {
  categories: "name",
  tags: "name",
  venues: "venue",
  organizers: "organizer",
  events: "title",
};

/** What a record is called, as its source shows it; `""` when nothing is said. */
export const nameOf = (list: ImportedList, record: SourceRecord): string => record.text(NAME_MEMBERS[list]);

/** The same as people read it, for reports; `""` also for what is no text. */
export const titleOf = (list: ImportedList, record: SourceRecord, cleaner: HtmlCleaner): string =>
  readOr("", () => cleaner.toText(nameOf(list, record)));

/**
 * The site that a record is from, such as `old.example`, or `old.example/kids` in a network of sites: that of its addresses, else that of its
 * global id, which a site keeps when it moves, else the one of its source; `""`: nobody knows. Throws a `SourceProblem` for members that are
 * no texts. Source: rules/choices.md#import-networks.
 */
export const siteOf = (record: SourceRecord, site: string): string =>
  siteOfRest(record.text("rest_url")) ||
  siteOfRest(record.object("urls")?.text("self") ?? "") ||
  siteOfPage(record.text("url"), [globalHostOf(record), site]) ||
  globalHostOf(record) ||
  site;

/** The host alone: sites of one network have the same users. */
export const hostOfSite = (site: string): string => site.replace(/\/.*/s, "");

/** `https://old.example/kids/wp-json/tribe/events/v1/events/12` is of `old.example/kids`. */
const siteOfRest = (address: string): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const [, folder = ""] = /^(.*?)\/[^/]+\/[\w-]+\/events\/v1(?:\/|$)/s.exec(pathname) ?? [];
  return host + folder;
};

/** The host of a page, with the folder of one of these sites that it lies in. */
const siteOfPage = (address: string, sites: readonly string[]): string => {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  const folders = sites.map((site) => site.slice(hostOfSite(site).length)).filter((folder) => folder !== "");
  return host + (folders.find((folder) => pathname.startsWith(`${folder}/`)) ?? "");
};

/** The host in a record's global id; `""` where it has none of the usual form. Throws a `SourceProblem` for what is no text. */
export const globalHostOf = (record: SourceRecord): string =>
  /^([^?#]+)\?id=\d+$/.exec(record.text("global_id"))?.[1] ?? "";

/** Path and query of the record's page at its source, percent-encoded; `""` where it has none. */
export const pathOf = (record: SourceRecord): string => {
  const address = record.text("url");
  if (!URL.canParse(address)) return "";
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** The id at the source; 0 where it has none, or makes it up. Throws a `SourceProblem` for what is no id. */
export const sourceIdOf = (list: ImportedList, record: SourceRecord): number => {
  const id = record.idOrZero("id");
  return list === "events" && id >= FIRST_MADE_UP_ID ? 0 : id;
};

/**
 * What names a record in its list, the same in each import from wherever, at most 180 characters: its global id and its id; of what
 * has no global id that of its site, of terms, too. Where the id is made up, site, slug and start; where there is none, the
 * `key`, which is made of name and start when absent. Throws a `SourceProblem` for what cannot be read.
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

/** What another record of its site is known by, most likely, of which it only names the id. */
export const identityOfNeighbour = (record: SourceRecord, id: number, site: string): string =>
  bounded(`${globalHostOf(record) || siteOf(record, site)}?id=${id}`);

/** The identity of one of several events that have the same id and global id. */
export const identityAt = (identity: string, start: string): string => bounded(`${identity}@${start}`);

/** What names a record that has neither an id nor a key: its name as it is searched for, and of events the start. */
export const keyOf = (list: ImportedList, record: SourceRecord): string => {
  if (list === "categories" || list === "tags") return toSlug(record.text("slug") || record.text("name"));
  const name = foldText(nameOf(list, record).trim());
  return list === "events" ? `${name}|${record.text("start_date")}` : name;
};

const bounded = (text: string): string => {
  if (text.length <= LONGEST_IDENTITY) return text;
  const digest = createHash("sha256").update(text).digest("base64url");
  return `${[...text.slice(0, 100)].filter((character) => !/\p{Surrogate}/u.test(character)).join("")}~${digest}`;
};

/** True for what sources show that know of a linked record only which one it is. */
export const isMereReference = (record: SourceRecord): boolean =>
  record.names().every((name) => name === "id" || name === "global_id");
