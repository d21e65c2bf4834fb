import { isDeepStrictEqual } from "node:util";
import { resolveUnanswered } from "./feed.ts";
import { type Kept, type Mirror, placeOf, resolve } from "./mirror.ts";
import { datesOf, expectedOf, type Json, type State, shownOf } from "./records.ts";
import type { Read, Repeat } from "./sending.ts";

/** Returns the dates of a series in the order in which the API lists them. */
const readDates = async (mirror: Mirror, read: Read, id: number): Promise<readonly string[]> => {
  const { body } = await read(`/events/${id}/occurrences?start_date=2000-01-01&per_page=200`);
  const dates = body.events as readonly Json[];
  const areUnique = (["start_date", "id"] as const).every(
    (member) => new Set(dates.map((date) => date[member])).size === dates.length,
  );
  if (!areUnique || body.total !== dates.length)
    mirror.mistakes.push(`the series ${id} has ${dates.length} dates, says ${body.total}, or has some twice`);
  return dates.map(({ title }) => String(title));
};

const isShownAs = (
  { kind, key }: Kept,
  record: Json,
  { state, titles }: { readonly state: State; readonly titles: readonly string[] },
): boolean => {
  if (!isDeepStrictEqual(shownOf(kind, record), expectedOf(kind, key, state))) return false;
  if (state.count === 0) return titles.length > 0 && titles.every((title) => title === record.title);
  return state.count === undefined || isDeepStrictEqual(titles, datesOf(key, state));
};

/**
 * Compares a record with the mirror. If the last write of the record got no response, this shows if the write
 * was applied.
 */
export const checkRecord = async (mirror: Mirror, read: Read, kept: Kept): Promise<void> => {
  const place = placeOf(kept.kind, kept.id);
  const { status, body, revision } = await read(`/${place}`);
  const { pending, isGone, state: wasKept } = kept;
  kept.pending = undefined;
  if (status !== 200 || body.status === "trash") {
    if (!isGone && pending !== "gone") mirror.mistakes.push(`${place} is not there: ${status}`);
    kept.isGone = true;
    if (pending !== undefined) resolve(mirror, pending === "gone");
    return;
  }
  if (isGone && pending === undefined) mirror.mistakes.push(`${place} is there again`);
  const isBack = isGone && pending !== undefined;
  const states = [kept.state, ...(pending === undefined || pending === "gone" ? [] : [pending])];
  const titles = kept.state.count === undefined ? [] : await readDates(mirror, read, kept.id);
  const found = states.find((state) => isShownAs(kept, body, { state, titles }));
  if (found === undefined) {
    const wanted = states.map((state) => JSON.stringify(expectedOf(kept.kind, kept.key, state)));
    const shown = JSON.stringify(shownOf(kept.kind, body));
    mirror.mistakes.push(`${place} is ${shown} on ${titles.join()}, not ${wanted.join(" or ")}`);
  } else kept.state = found;
  kept.isGone = false;
  if (pending !== undefined) resolve(mirror, isBack || kept.state !== wasKept);
  if (isBack) kept.slug = String(body.slug);
  else if (body.slug !== kept.slug && kept.kind === "events")
    mirror.mistakes.push(`${place} had the slug ${kept.slug}, and has ${String(body.slug)}`);
  // A scheduled record is published without a request, which also changes its revision.
  const isRevisionKnown = pending === undefined && kept.revision !== undefined && wasKept.due === undefined;
  if (isRevisionKnown && kept.revision !== revision)
    mirror.mistakes.push(`${place} had the revision ${kept.revision}, and has ${revision}`);
  kept.revision = revision;
};

/**
 * Compares all records written since the last crash with the calendar. Returns the current token of the
 * change feed.
 */
export const checkTouched = async (
  mirror: Mirror,
  sending: { readonly token: string; readonly read: Read; readonly repeat: Repeat },
): Promise<string> => {
  const { read } = sending;
  const feed = await resolveUnanswered(mirror, sending);
  for (const kept of mirror.touched) {
    const wasPending = kept.pending !== undefined;
    await checkRecord(mirror, read, kept);
    const place = placeOf(kept.kind, kept.id);
    const change = feed.changes.get(place);
    if (change === undefined) {
      // The feed lists neither writes that were not applied nor records that visitors cannot see.
      if (!wasPending && kept.state.due === undefined)
        mirror.mistakes.push(`the feed does not tell of ${place}`);
    } else if ((change.deleted ?? false) !== kept.isGone && kept.state.due === undefined)
      mirror.mistakes.push(`the feed is wrong about ${place}`);
  }
  for (const kept of mirror.suspected) if (!mirror.touched.has(kept)) await checkRecord(mirror, read, kept);
  mirror.touched.clear();
  mirror.suspected.clear();
  for (const id of mirror.newImages) await checkImage(mirror, read, id);
  mirror.newImages.clear();
  return feed.token;
};

export const checkImage = async (mirror: Mirror, read: Read, id: number): Promise<void> => {
  const { status, body } = await read(`/images/${id}`);
  const sizes = Object.values((body.sizes ?? {}) as Record<string, { readonly url: string }>);
  const addresses = [mirror.images.get(id) ?? "", ...sizes.map(({ url }) => new URL(url).pathname)];
  const found = await Promise.all(addresses.map((address) => read(address)));
  if (status !== 200 || found.some((answer) => answer.status !== 200))
    mirror.mistakes.push(`the image ${id} is not whole: ${status} ${found.map((answer) => answer.status)}`);
};
