import { checkImage, checkRecord } from "./checking.ts";
import { KINDS } from "./feed.ts";
import type { Kept, Mirror } from "./mirror.ts";
import { type Json, type Kind, markOf } from "./records.ts";
import type { Read } from "./sending.ts";

/** True if all records whose publish date has passed are published. */
export const isAllPublished = async ({ kept }: Mirror, read: Read): Promise<boolean> => {
  for (const { kind, id, state, isGone } of kept.values())
    if (state.due !== undefined && !isGone && (await read(`/${kind}/${id}`)).body.status !== "publish")
      return false;
  return true;
};

/** Reads all pages of a list and checks the total of each page. */
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

/**
 * Compares all records that were ever written with the calendar: single records, lists, totals and counts.
 */
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
