import { isObject } from "@kalends/core";
import { FIRST_MADE_UP_ID, globalHostOf } from "../merge/identity.ts";
import { isHusk } from "../records/husk.ts";
import { isOmitted } from "../records/omitted.ts";
import { createSourceRecord, readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { eventStatusOf, venuePlaceOf } from "../wxr/meta-members.ts";
import { toPlatformImage, toPlatformMembers } from "./platform-members.ts";
import type { PlatformPosts, PostList } from "./platform-posts.ts";

type Members = Readonly<Record<string, unknown>>;

export interface DetailsDeps {
  readonly platform: PlatformPosts;
  /** True if the platform shows protected texts to the caller. */
  readonly isSignedIn: boolean;
  /** Host and path of the site, as its global ids begin. */
  readonly origin: string;
  /** The status of one event by its structured data, such as `cancelled`: see `askForStatus`. */
  statusOf(id: number): Promise<string | undefined>;
  /** True if the event is here as it was last changed at the source: then no request is spent on it alone. */
  isUnchanged(record: SourceRecord): Promise<boolean>;
}

/** Members of a husk that the platform writes otherwise, or not at all. */
const OF_HUSK: readonly string[] = [
  ...[
    "global_id",
    "global_id_lineage",
    "url",
    "rest_url",
    "slug",
    "date",
    "date_utc",
    "modified",
    "modified_utc",
  ],
  ...["title", "start_date", "end_date", "utc_start_date", "utc_end_date", "timezone", "timezone_abbr"],
];

const PRIVATE_HERE = "it has a password there and is private here";

/** Requests that are spent on single events: as many as on ids that no list shows. */
const MOST_ASKED = 50_000;

/** See `createDetails`. */
export interface Details {
  /** A protected event that no list shows, as `wp/v2` shows it to editors; `undefined` if it does not. */
  findHidden(id: number, place: string): Promise<FoundRecord | undefined>;
  /** One record, completed. */
  complete(list: PostList, found: FoundRecord): Promise<FoundRecord>;
  /** The portions, with their records completed. */
  through(list: PostList, portions: AsyncIterable<Portion>): AsyncGenerator<Portion, void, undefined>;
  /** True if events were left out because of their number. */
  isLimited(): boolean;
}

/**
 * Completes records with what lists omit: texts behind a password, whether an event is cancelled, and where a venue is. Asks `wp/v2` for the
 * records of a portion together, and for single records where it does not list them. Source: rules/choices.md#import-details.
 */
export const createDetails = (deps: DetailsDeps): Details => {
  const { platform, isSignedIn, origin, statusOf, isUnchanged } = deps;
  let asked = 0;
  /** The server shows no statuses: no further events are requested for them. */
  let isSilent = false;

  /** A protected record as `wp/v2` shows it to editors; `undefined` if it does not. */
  const findProtected = async (list: PostList, id: number, from = origin): Promise<Members | undefined> => {
    const post = isSignedIn ? await platform.find(list, id) : undefined;
    if (post === undefined || typeof post.password !== "string") return undefined;
    const imageId = Number(post.featured_media);
    const media = imageId > 0 ? await platform.findImage(imageId) : undefined;
    const image = media && toPlatformImage(media);
    return {
      ...toPlatformMembers(list, post, from),
      ...(image ? { image } : list === "events" && { image: false }),
    };
  };

  const withTexts = async (list: PostList, found: FoundRecord): Promise<FoundRecord> => {
    const { record } = found;
    if (!isHusk(list, record)) return found;
    const from = readOr("", () => globalHostOf(record));
    const members = await findProtected(list, idOf(record), from === "" ? origin : from);
    if (members === undefined) return found;
    const husk = membersOf(record);
    const own = Object.fromEntries(
      OF_HUSK.filter((name) => husk[name] !== undefined).map((name) => [name, husk[name]]),
    );
    return {
      ...found,
      record: createSourceRecord({ ...members, ...own }),
      notes: [...(found.notes ?? []), PRIVATE_HERE],
    };
  };

  /** Members of events that `wp/v2` does not list, such as past ones. */
  const statusAlone = async (record: SourceRecord): Promise<Members | undefined> => {
    if (isSilent || asked >= MOST_ASKED || (await isUnchanged(record))) return undefined;
    asked += 1;
    const post = platform.isClosed("events") ? undefined : await platform.find("events", idOf(record));
    if (isObject(post?.meta)) return eventStatusOf(metaIn(post.meta));
    const status = await statusOf(idOf(record));
    isSilent = status === "none";
    return status === undefined || isSilent ? undefined : { event_status: status };
  };

  const lacksStatus = (record: SourceRecord): boolean =>
    isOmitted(record, "event_status") && record.value("status") !== "trash" && !isHusk("events", record);

  const lacksPlace = (record: SourceRecord): boolean =>
    isOmitted(record, "geo_lat") && isOmitted(record, "geo_lng") && !isHusk("venues", record);

  /** Members to add to each record, by its place in the list. */
  const addedTo = async (
    list: PostList,
    records: readonly SourceRecord[],
  ): Promise<readonly (Members | undefined)[]> => {
    const lacks = list === "events" ? lacksStatus : list === "venues" ? lacksPlace : () => false;
    const due = records.map((record) => idOf(record) > 0 && lacks(record));
    const ids = records.flatMap((record, index) => (due[index] ? [idOf(record)] : []));
    const metas = ids.length === 0 ? new Map<number, Members>() : await platform.metaOf(list, ids);
    const added: (Members | undefined)[] = [];
    for (const [index, record] of records.entries()) {
      const meta = due[index] ? metas.get(idOf(record)) : undefined;
      if (meta !== undefined) added.push((list === "events" ? eventStatusOf : venuePlaceOf)(metaIn(meta)));
      else added.push(due[index] && list === "events" ? await statusAlone(record) : undefined);
    }
    return added;
  };

  /** The records with what lists omit. */
  const complete = async (list: PostList, found: readonly FoundRecord[]): Promise<readonly FoundRecord[]> => {
    const readable: FoundRecord[] = [];
    for (const one of found) readable.push(await withTexts(list, one));
    const added = await addedTo(
      list,
      readable.map(({ record }) => record),
    );
    return readable.map((one, index) =>
      added[index] === undefined
        ? one
        : { ...one, record: createSourceRecord({ ...membersOf(one.record), ...added[index] }) },
    );
  };

  return {
    async findHidden(id, place) {
      const members = await findProtected("events", id);
      if (members === undefined) return undefined;
      const record = createSourceRecord({ ...members, hide_from_listings: true });
      return { record, place, notes: [PRIVATE_HERE] };
    },
    complete: async (list, found) => (await complete(list, [found]))[0] ?? found,
    async *through(list, portions) {
      for await (const portion of portions)
        yield { ...portion, records: await complete(list, portion.records) };
    },
    /** True if events were left out for their number. */
    isLimited: () => asked >= MOST_ASKED,
  };
};

const membersOf = (record: SourceRecord): Members => {
  const members: unknown = JSON.parse(record.json());
  return isObject(members) ? members : {};
};

/** The id at the source; 0 for ids that the source makes up. */
const idOf = (record: SourceRecord): number => {
  const id = readOr(0, () => record.idOrZero("id"));
  return id < FIRST_MADE_UP_ID ? id : 0;
};

/** Meta fields of `wp/v2` by their keys, as texts. */
const metaIn =
  (meta: Members) =>
  (key: string): string =>
    Object.hasOwn(meta, key) && (typeof meta[key] === "string" || typeof meta[key] === "number")
      ? String(meta[key])
      : "";
