import type { CalendarEvent } from "../../model/event.ts";
import { claimsSlug, freeSlug } from "../../model/text/slug.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import { type EventRepository, OCCURRENCES_PER_WRITE } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";

type Events = Pick<EventRepository, "saveOccurrences" | "occurrencesOf" | "findBySlug">;

/** Lower bound that sorts before every start. */
const FIRST = "0000-00-00 00:00:00";

/**
 * Returns the occurrences of a series with any status, from this start on, ordered by `recurrenceId`. By
 * default it returns all.
 */
export const readOccurrences = async (
  events: Pick<EventRepository, "occurrencesOf">,
  seriesId: number,
  first: WallClock = FIRST,
): Promise<readonly CalendarEvent[]> => {
  const all: CalendarEvent[] = [];
  for (let from = first; ; ) {
    const read = await events.occurrencesOf(seriesId, from, OCCURRENCES_PER_WRITE);
    const last = read.at(-1)?.occurrence?.recurrenceId;
    // Each slice begins with the last occurrence of the previous one, which must not be added twice.
    for (const one of read) if (one.id !== all.at(-1)?.id) all.push(one);
    if (last === undefined || read.length < OCCURRENCES_PER_WRITE) return all;
    from = last;
  }
};

/**
 * Stores occurrences in portions, each occurrence under a free slug. `toEvent` converts a row to an event.
 * An occurrence whose current slug another one gets is first stored without a slug. Otherwise, occurrences
 * that move by a day could not get each other's slugs.
 */
export const writeOccurrences = async <Row extends Pick<CalendarEvent, "id" | "slug">>(
  { events }: Pick<Repositories, "events">,
  changed: readonly Row[],
  currentSlugs: ReadonlyMap<number, string>,
  toEvent: (row: Row) => CalendarEvent,
): Promise<void> => {
  const wanted = new Map(changed.map(({ id, slug }) => [slug, id]));
  const blocking = changed.filter(({ id, slug }) => {
    const own = currentSlugs.get(id) ?? "";
    const newHolder = own === slug ? undefined : wanted.get(own);
    return newHolder !== undefined && newHolder !== id;
  });
  await writeSlices(
    events,
    blocking.map((one) => ({ ...one, slug: "" })),
    toEvent,
  );
  const refused = new Set(await writeSlices(events, changed, toEvent));
  for (const one of changed) {
    if (!refused.has(one.id)) continue;
    const slug = await freeSlug(one.slug, async (candidate) => {
      const holder = await events.findBySlug(candidate);
      return holder !== undefined && holder.id !== one.id && claimsSlug(holder);
    });
    await writeSlices(events, [{ ...one, slug }], toEvent);
  }
};

const writeSlices = async <Row>(
  events: Events,
  all: readonly Row[],
  toEvent: (row: Row) => CalendarEvent,
): Promise<readonly number[]> => {
  const refused: number[] = [];
  for (let from = 0; from < all.length; from += OCCURRENCES_PER_WRITE)
    refused.push(
      ...(await events.saveOccurrences(all.slice(from, from + OCCURRENCES_PER_WRITE).map(toEvent))),
    );
  return refused;
};
