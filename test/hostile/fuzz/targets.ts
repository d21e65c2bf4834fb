import { HIDDEN_FROM } from "./markers.ts";

/** Record that exists before the first request. */
export interface Planted {
  readonly id: string;
  readonly slug: string;
  /** Marker in the hidden texts of the record. */
  readonly kept?: string;
}

/**
 * Records that requests refer to. A user who may change a hidden record never gets its id. Otherwise the user
 * could publish it, and its marker would no longer be secret.
 */
export interface Targets {
  /**
   * Returns ids or slugs of records that fit the path. The ids may belong to records that are created later.
   */
  find(
    path: string,
    name: string,
    as: string | undefined,
    below: (count: number) => number,
  ): readonly string[];
  /** Returns ids of records of any kind. */
  ids(as: string | undefined): readonly number[];
  readonly recurrences: readonly string[];
  /** Tokens of the change feed by user, from before the hidden records were created. */
  readonly tokens: ReadonlyMap<string | undefined, readonly string[]>;
  /** URL of an author's private calendar feed, including its token. */
  readonly feed: string;
  /** Replaces URLs of servers in an example value, because no request may leave this machine. */
  harmless(example: unknown): unknown;
}

/** Number of ids after the existing ones that new records may get. */
const NEWER = 400;
/** Highest id of a record. Plugins use larger random ids, which are not ids of records. */
const LARGEST_OF_RECORDS = 1e6;

/** Beginnings of paths of web pages, with the kind of record that the pages show. */
const PAGES: readonly (readonly [beginning: string, resource: string])[] = [
  ["//events/category/", "categories"],
  ["//events/tag/", "tags"],
  ["//event/", "events"],
  ["//venue/", "venues"],
  ["//organizer/", "organizers"],
  ["//wp-json/media/", "images"],
];

const resourceOf = (path: string): string =>
  PAGES.find(([beginning]) => path.startsWith(beginning))?.[1] ?? path.split("/")[1] ?? "";

const harmless = (example: unknown): unknown =>
  JSON.parse(JSON.stringify(example).replace(/https?:\/\/[\w.-]+/g, "https://site.invalid"));

export const createTargets = (
  found: ReadonlyMap<string, readonly Planted[]>,
  { tokens, feed }: Pick<Targets, "tokens" | "feed">,
): Targets => {
  const isFor =
    (as: string | undefined) =>
    ({ kept }: Planted): boolean =>
      kept === undefined || HIDDEN_FROM[kept]?.includes(as) === true;
  const all = [...found.values()].flat();
  const newest = Math.max(...all.map(({ id }) => Number(id)).filter((id) => id < LARGEST_OF_RECORDS));
  return {
    ...{ tokens, feed, harmless },
    recurrences: ["2031-05-16T20:30:00", "2031-05-17T20:30:00", "2031-05-11T20:30:00"],
    ids: (as) => all.filter(isFor(as)).map(({ id }) => Number(id)),
    find(path, name, as, below) {
      const known = (found.get(resourceOf(path)) ?? []).filter(isFor(as));
      const values = known.map((planted) => (name === "slug" ? planted.slug : planted.id));
      return [values[below(values.length)] ?? "1", String(newest + 1 + below(NEWER))];
    },
  };
};
