import { HIDDEN_FROM } from "./markers.ts";

/** A record that exists before the first request. */
export interface Planted {
  readonly id: string;
  readonly slug: string;
  /** Marker of the record's hidden texts. */
  readonly kept?: string;
}

/**
 * Targets of requests. Callers who may read and change a marked record do not get it: they might publish it.
 */
export interface Targets {
  /** Returns ids or slugs of records that fit the path, including ids that new records may get. */
  find(
    path: string,
    name: string,
    as: string | undefined,
    below: (count: number) => number,
  ): readonly string[];
  /** Returns ids of records of any kind. */
  ids(as: string | undefined): readonly number[];
  readonly recurrences: readonly string[];
  /** Feed tokens by caller, from before all hidden records. */
  readonly tokens: ReadonlyMap<string | undefined, readonly string[]>;
  /** Address of an author's calendar feed, with the token that opens it. */
  readonly feed: string;
  /** Replaces server addresses in an example: fuzzing must not leave this machine. */
  harmless(example: unknown): unknown;
}

/** Number of ids after the initial ones that new records may have. */
const NEWER = 400;
/** Maximum numeric id of records; plugins use random ids. */
const LARGEST_OF_RECORDS = 1e6;

/** Beginnings of web page addresses, with the resource of the record shown. */
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
