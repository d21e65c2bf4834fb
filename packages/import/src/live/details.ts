import { isObject } from "@kalends/core";
import { FIRST_GENERATED_ID, globalHostOf } from "../merge/identity.ts";
import { isOmitted } from "../records/omitted.ts";
import { isPlaceholder } from "../records/placeholder.ts";
import { createSourceRecord, readOr, type SourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { eventStatusOf, venuePlaceOf } from "../wxr/meta-members.ts";
import { toPlatformImage, toPlatformMembers } from "./platform-members.ts";
import type { PlatformPosts, PostList } from "./platform-posts.ts";

type Members = Readonly<Record<string, unknown>>;

export interface DetailsDeps {
  readonly platform: PlatformPosts;
  /** True if requests carry credentials, so that WordPress may show protected texts. */
  readonly isSignedIn: boolean;
  /** Host and path of the site. Its global ids start with this text. */
  readonly origin: string;
  /**
   * Returns the event status, such as `cancelled`, from the structured data of one event. See
   * `requestStatus`.
   */
  statusOf(id: number): Promise<string | undefined>;
  /** True if the local copy of the event is up to date. No extra request is then sent for the event. */
  isUnchanged(record: SourceRecord): Promise<boolean>;
}

/**
 * Members of a password-protected record that keep the values of the list, because `wp/v2` omits or formats
 * them differently.
 */
const PLACEHOLDER_MEMBERS: readonly string[] = [
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

const PRIVATE_HERE = "it has a password at the source and is private here";

/** Maximum number of requests for single events. It is as high as `MAX_PROBED`, but counts separately. */
const MAX_REQUESTED = 50_000;

/** Adds data to records that the calendar API omits from its lists. See `createDetails`. */
export interface Details {
  /**
   * Returns a password-protected event that no list shows, from the editor view of `wp/v2`. Returns
   * `undefined` if `wp/v2` does not show the event.
   */
  findHidden(id: number, place: string): Promise<FoundRecord | undefined>;
  /** Returns one record with the missing data added. */
  complete(list: PostList, found: FoundRecord): Promise<FoundRecord>;
  /** Yields the same portions with the missing data added to their records. */
  through(list: PostList, portions: AsyncIterable<Portion>): AsyncGenerator<Portion, void, undefined>;
  /**
   * True if the limit of requests for single events (`MAX_REQUESTED`) was reached. Further events then get no
   * status.
   */
  isLimited(): boolean;
}

/**
 * Creates the step that adds data omitted from lists: texts behind a password, event status and venue
 * coordinates. It requests all records of a portion from `wp/v2` together. A record that `wp/v2` does not
 * list is requested singly.
 * Source: rules/choices.md#import-details.
 */
export const createDetails = (deps: DetailsDeps): Details => {
  const { platform, isSignedIn, origin, statusOf, isUnchanged } = deps;
  let requested = 0;
  /** True once the server returned an event without status data. No more status requests are then sent. */
  let isSilent = false;

  /**
   * Returns a password-protected record from the editor view of `wp/v2`. Returns `undefined` if `wp/v2` does
   * not show the record.
   */
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
    if (!isPlaceholder(list, record)) return found;
    const from = readOr("", () => globalHostOf(record));
    const members = await findProtected(list, idOf(record), from === "" ? origin : from);
    if (members === undefined) return found;
    const placeholder = membersOf(record);
    const own = Object.fromEntries(
      PLACEHOLDER_MEMBERS.filter((name) => placeholder[name] !== undefined).map((name) => [
        name,
        placeholder[name],
      ]),
    );
    return {
      ...found,
      record: createSourceRecord({ ...members, ...own }),
      notes: [...(found.notes ?? []), PRIVATE_HERE],
    };
  };

  /** Returns the status members of one event that `wp/v2` does not list, such as a past event. */
  const statusAlone = async (record: SourceRecord): Promise<Members | undefined> => {
    if (isSilent || requested >= MAX_REQUESTED || (await isUnchanged(record))) return undefined;
    requested += 1;
    const post = platform.isClosed("events") ? undefined : await platform.find("events", idOf(record));
    if (isObject(post?.meta)) return eventStatusOf(metaIn(post.meta));
    const status = await statusOf(idOf(record));
    isSilent = status === "none";
    return status === undefined || isSilent ? undefined : { event_status: status };
  };

  const lacksStatus = (record: SourceRecord): boolean =>
    isOmitted(record, "event_status") &&
    record.value("status") !== "trash" &&
    !isPlaceholder("events", record);

  const lacksPlace = (record: SourceRecord): boolean =>
    isOmitted(record, "geo_lat") && isOmitted(record, "geo_lng") && !isPlaceholder("venues", record);

  /** Returns the members to add to each record, by the index of the record. */
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

  /** Returns the records with the missing data added. */
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
    isLimited: () => requested >= MAX_REQUESTED,
  };
};

const membersOf = (record: SourceRecord): Members => {
  const members: unknown = JSON.parse(record.json());
  return isObject(members) ? members : {};
};

/**
 * Returns the id that the record has at the source. Returns 0 if the id is missing or unreadable, or if the
 * source generates it for each request, as for an occurrence.
 */
const idOf = (record: SourceRecord): number => {
  const id = readOr(0, () => record.idOrZero("id"));
  return id < FIRST_GENERATED_ID ? id : 0;
};

/** Returns a function that reads a meta field of a `wp/v2` post as text, by its key. */
const metaIn =
  (meta: Members) =>
  (key: string): string =>
    Object.hasOwn(meta, key) && (typeof meta[key] === "string" || typeof meta[key] === "number")
      ? String(meta[key])
      : "";
