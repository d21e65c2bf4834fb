import { isDeepStrictEqual } from "node:util";
import { type Kept, keep, type Mirror, placeOf, settle } from "./mirror.ts";
import { expectedOf, hallOf, type Json, type Kind, markOf, NAMES, type State, shownOf } from "./records.ts";
import type { Answer } from "./writers.ts";

/** Reads what must be there. */
export type Read = (path: string) => Promise<Answer>;
/** Creates once more what was asked for under that key. */
export type Repeat = (path: string, body: Json, key: string) => Promise<Answer | undefined>;

const KINDS = Object.keys(NAMES) as readonly Kind[];

interface Change {
  readonly kind: string;
  readonly id: number;
  readonly deleted?: true;
  readonly record?: Json;
}

/** What the feed says since the token, by places, and where it ends. */
const readFeed = async (
  read: Read,
  token: string,
): Promise<{ readonly changes: ReadonlyMap<string, Change>; readonly token: string }> => {
  const changes = new Map<string, Change>();
  let next = token;
  for (let hasMore = true; hasMore; ) {
    const { status, body } = await read(`/changes?per_page=200&since=${encodeURIComponent(next)}`);
    if (status !== 200) throw new Error(`the feed does not go on: ${status} ${JSON.stringify(body)}`);
    for (const change of body.changes as readonly Change[]) {
      const kind = KINDS.find((one) => NAMES[one].inFeed === change.kind);
      if (kind !== undefined) changes.set(placeOf(kind, change.id), change);
    }
    next = String(body.next_token);
    hasMore = body.has_more === true;
  }
  return { changes, token: next };
};

const isShownAs = (kept: Kept, record: Json, state: State): boolean =>
  isDeepStrictEqual(shownOf(kept.kind, record), expectedOf(kept.kind, kept.key, state));

/** The record as it is read now; settles what was unanswered. */
const checkRecord = async (mirror: Mirror, read: Read, kept: Kept): Promise<void> => {
  const place = placeOf(kept.kind, kept.id);
  const { status, body } = await read(`/${place}`);
  const { pending } = kept;
  kept.pending = undefined;
  const wasKept = kept.state;
  if (status !== 200 || body.status === "trash") {
    if (!kept.isGone && pending !== "gone") mirror.mistakes.push(`${place} is not there: ${status}`);
    kept.isGone = true;
    if (pending !== undefined) settle(mirror, true);
    return;
  }
  if (kept.isGone) mirror.mistakes.push(`${place} is there again`);
  const states = [kept.state, ...(pending === undefined || pending === "gone" ? [] : [pending])];
  const found = states.find((state) => isShownAs(kept, body, state));
  if (found === undefined) {
    const wanted = states.map((state) => JSON.stringify(expectedOf(kept.kind, kept.key, state)));
    mirror.mistakes.push(
      `${place} is ${JSON.stringify(shownOf(kept.kind, body))}, not ${wanted.join(" or ")}`,
    );
  } else kept.state = found;
  if (pending !== undefined) settle(mirror, kept.state !== wasKept);
  if (body.slug !== kept.slug && kept.kind === "events")
    mirror.mistakes.push(`${place} had the slug ${kept.slug}, and has ${String(body.slug)}`);
  if (kept.state.count !== undefined) await checkDates(mirror, read, kept, String(body.title));
};

/** All dates of a series are there, and all of them are of its last version. */
const checkDates = async (mirror: Mirror, read: Read, { id, state }: Kept, title: string): Promise<void> => {
  const { body } = await read(`/events/${id}/occurrences?start_date=2000-01-01&per_page=200`);
  const dates = body.events as readonly Json[];
  const isWhole =
    (state.count === 0 ? dates.length > 0 : dates.length === state.count && body.total === state.count) &&
    dates.every((date) => date.title === title) &&
    new Set(dates.map(({ start_date }) => start_date)).size === dates.length &&
    new Set(dates.map((date) => date.id)).size === dates.length;
  if (!isWhole)
    mirror.mistakes.push(`the series ${id} has ${dates.length} of ${state.count} dates, or torn ones`);
};

/** What was asked for and is there though nobody was told. */
const adopt = async (mirror: Mirror, changes: ReadonlyMap<string, Change>, repeat: Repeat): Promise<void> => {
  const halls = new Map<string, number>();
  for (const [place, { id, record }] of changes) {
    if (record === undefined || mirror.kept.has(place)) continue;
    const kind = place.slice(0, place.indexOf("/")) as Kind;
    const { key, version } = markOf(kind, record) ?? {};
    const asked = mirror.unanswered.get(key ?? "");
    if (key === undefined) {
      if (kind === "venues") halls.set(String(record.venue), id);
    } else if (asked?.kind !== kind || version !== 1)
      mirror.mistakes.push(`nobody asked for ${place}, ${key}`);
    else {
      const venue = kind === "events" ? Number((record.venue as Json).id) : 0;
      const state = { ...asked.state, links: { ...asked.state.links, venue } };
      keep(mirror, { kind, key, id, slug: String(record.slug), state });
      mirror.unanswered.delete(key);
      settle(mirror, true);
      const again = await repeat(`/${kind}`, asked.body, key);
      if (again?.status !== 201 || again.body.id !== id)
        mirror.mistakes.push(
          `${place} was answered ${again?.status} ${String(again?.body.id)} when asked again`,
        );
    }
  }
  for (const [key, { state }] of mirror.unanswered) {
    if (halls.has(hallOf(key))) mirror.mistakes.push(`the venue of the event ${key} is there without it`);
    // What is due later comes into the feed when it is published.
    if (state.due !== undefined) continue;
    mirror.unanswered.delete(key);
    settle(mirror, false);
  }
};

/** Compares what was written since the last crash with what is there now; answers where the feed ends. */
export const checkTouched = async (
  mirror: Mirror,
  read: Read,
  repeat: Repeat,
  token: string,
): Promise<string> => {
  const feed = await readFeed(read, token);
  await adopt(mirror, feed.changes, repeat);
  for (const kept of mirror.touched) {
    const wasPending = kept.pending !== undefined;
    await checkRecord(mirror, read, kept);
    const place = placeOf(kept.kind, kept.id);
    const change = feed.changes.get(place);
    if (change === undefined) {
      // What was not done is not told, nor what nobody may see.
      if (!wasPending && kept.state.due === undefined)
        mirror.mistakes.push(`the feed does not tell of ${place}`);
    } else if ((change.deleted ?? false) !== kept.isGone && kept.state.due === undefined)
      mirror.mistakes.push(`the feed is wrong about ${place}`);
  }
  mirror.touched.clear();
  for (const id of mirror.newImages) await checkImage(mirror, read, id);
  mirror.newImages.clear();
  return feed.token;
};

const checkImage = async (mirror: Mirror, read: Read, id: number): Promise<void> => {
  const { status, body } = await read(`/images/${id}`);
  const sizes = Object.values((body.sizes ?? {}) as Record<string, { readonly url: string }>);
  const addresses = [mirror.images.get(id) ?? "", ...sizes.map(({ url }) => new URL(url).pathname)];
  const found = await Promise.all(addresses.map((address) => read(address)));
  if (status !== 200 || found.some((answer) => answer.status !== 200))
    mirror.mistakes.push(`the image ${id} is not whole: ${status} ${found.map((answer) => answer.status)}`);
};

/** Whether everything is published that was due. */
export const isAllPublished = async ({ kept }: Mirror, read: Read): Promise<boolean> => {
  for (const { kind, id, state, isGone } of kept.values())
    if (state.due !== undefined && !isGone && (await read(`/${kind}/${id}`)).body.status !== "publish")
      return false;
  return true;
};

/** All records of a list, which has to say how many there are. */
const readList = async (mirror: Mirror, read: Read, kind: Kind, query: string): Promise<readonly Json[]> => {
  const records: Json[] = [];
  let total = 0;
  for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
    const { status, body } = await read(`/${kind}?per_page=200&page=${page}&${query}`);
    if (status !== 200) break;
    records.push(...(body[kind] as readonly Json[]));
    [pages, total] = [Number(body.total_pages), Number(body.total)];
  }
  if (records.length !== total || new Set(records.map(({ id }) => id)).size !== total)
    mirror.mistakes.push(`the list of ${kind} has ${records.length} records, and says ${total} (${query})`);
  return records;
};

/** Compares all that was ever written with what lists, totals and counts say of it. */
export const checkAll = async (mirror: Mirror, read: Read): Promise<void> => {
  for (const kept of mirror.kept.values()) await checkRecord(mirror, read, kept);
  for (const id of mirror.images.keys()) await checkImage(mirror, read, id);
  const live = [...mirror.kept.values()].filter(({ isGone }) => !isGone);
  for (const kind of KINDS) {
    const query = kind === "events" ? "start_date=0001-01-01&end_date=9999-12-31" : "hide_empty=false";
    const listed = await readList(mirror, read, kind, query);
    const single = listed.filter((record) => record.is_recurring !== true);
    const own = live.filter((kept) => kept.kind === kind && kept.state.count === undefined);
    const ids = new Set(single.map(({ id }) => id));
    for (const { id } of own) if (!ids.has(id)) mirror.mistakes.push(`the list of ${kind} lacks ${id}`);
    const marked = single.filter((record) => markOf(kind, record) !== undefined);
    if (marked.length !== own.length)
      mirror.mistakes.push(
        `the list of ${kind} has ${marked.length} records that writers have named, not ${own.length}`,
      );
    for (const member of kind === "tags" ? ["slug", "name"] : ["slug"]) {
      const values = single.map((record) => record[member]);
      if (new Set(values).size !== values.length) mirror.mistakes.push(`two ${kind} have the same ${member}`);
    }
    if (kind === "categories") await checkCounts(mirror, read, listed, live);
  }
};

const checkCounts = async (
  mirror: Mirror,
  read: Read,
  categories: readonly Json[],
  live: readonly Kept[],
): Promise<void> => {
  for (const { id, count } of categories) {
    const having = live.filter(({ kind, state }) => kind === "events" && state.links.category === id);
    const dates = having.filter(({ state }) => state.count === undefined).length;
    const listed = await readList(
      mirror,
      read,
      "events",
      `start_date=0001-01-01&end_date=9999-12-31&categories=${String(id)}`,
    );
    const single = listed.filter((record) => record.is_recurring !== true);
    if (count !== having.length || single.length !== dates)
      mirror.mistakes.push(
        `the category ${String(id)} says ${String(count)} and lists ${single.length} events: it has ${having.length}`,
      );
  }
};
