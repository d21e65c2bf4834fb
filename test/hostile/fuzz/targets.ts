import { KEPT_FROM } from "./markers.ts";

/** A record that was there before the first request. */
export interface Planted {
  readonly id: string;
  readonly slug: string;
  /** What it has to hide. */
  readonly kept?: string;
}

/** What requests are sent to. Whoever may read and change what has a marker is not led there: they might publish it. */
export interface Targets {
  /** Ids or slugs of records of the kind that the path is about, and ids that new ones may have. */
  find(
    path: string,
    name: string,
    as: string | undefined,
    below: (count: number) => number,
  ): readonly string[];
  /** Ids of records of any kind. */
  ids(as: string | undefined): readonly number[];
  readonly recurrences: readonly string[];
  /** Of the feed of changes, before all that is hidden; each caller has others. */
  readonly tokens: ReadonlyMap<string | undefined, readonly string[]>;
  /** Of an author, with the token that opens it. */
  readonly feed: string;
  /** An example that leads to no server: fuzzing never leaves this machine. */
  harmless(example: unknown): unknown;
}

/** Ids of new records follow those of the beginning. */
const NEWER = 400;
/** Those of plugins are random. */
const LARGEST_OF_RECORDS = 1e6;

/** What single records are called in the addresses of pages. */
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
      kept === undefined || KEPT_FROM[kept]?.includes(as) === true;
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
