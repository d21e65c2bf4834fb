import type { DomainEventListener, Job, PluginDeps, Venue } from "@kalends/core/plugin";
import { type CreateGeocoder, withCache } from "./geocoder.ts";
import { toBeGeocoded, withAnswer } from "./venue-address.ts";
import type { Waiting, WaitingVenues } from "./waiting-venues.ts";

/** Between two searches through all venues, in milliseconds: for those that another process has written. */
const SEARCH_EVERY = 60 * 60 * 1000;
const PAGE = 200;
const SECOND = 1000;
/** Says which process asks the geocoder. */
const LEASE = "geocoder";
/** Pages read in one run: the others come a second later. */
const MOST_PAGES = 20;

/** Notes each venue that was written, if it is to be geocoded. */
export const createVenueListeners = (waiting: WaitingVenues): readonly DomainEventListener[] =>
  (["venue.created", "venue.updated", "venue.restored"] as const).map((on) => ({
    on,
    handle({ after }: { readonly after: Venue }) {
      if (toBeGeocoded(after) !== undefined) waiting.add(after.id);
    },
  }));

/**
 * Gives venues the coordinates of their address, a few each second. What is to be done is read from the venues themselves, so
 * that nothing is lost with the process: a search at the start finds those that were written while it was down. One process of an
 * installation asks in each second, whichever has something to ask: `owner` stands for this one.
 */
export const createGeocodingJob = (
  waiting: WaitingVenues,
  createGeocoder: CreateGeocoder,
  owner: string,
  deps: PluginDeps,
): Job => {
  const { clock, leases, repositories } = deps;
  const geocoder = withCache(createGeocoder(deps), clock);
  const search = { after: 0, due: 0 };

  /** Goes on through the venues until some of them wait. */
  const findMore = async (): Promise<Waiting | undefined> => {
    for (let page = 0; page < MOST_PAGES && search.due <= clock.now(); page += 1) {
      const venues = await repositories.venues.readAfter(search.after, PAGE);
      for (const venue of venues) if (toBeGeocoded(venue) !== undefined) waiting.add(venue.id);
      search.after = venues.at(-1)?.id ?? 0;
      if (venues.length < PAGE) {
        search.after = 0;
        search.due = clock.now() + SEARCH_EVERY;
      }
      const found = waiting.take(clock.now());
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const geocode = async ({ id }: Waiting): Promise<void> => {
    const venue = await repositories.venues.find(id);
    const address = venue && toBeGeocoded(venue);
    if (address === undefined) return;
    const place = address.text === "" ? undefined : await geocoder.find(address);
    // By now somebody may have moved the venue, and that counts.
    await deps.amend("venue", id, (current, data) =>
      toBeGeocoded(current)?.text === address.text
        ? { data: withAnswer(data, address, place), coordinates: place ?? null }
        : undefined,
    );
    if (place === undefined) deps.logger.info("No place is known for the address of a venue", { venue: id });
  };

  return {
    name: "geocode",
    everySeconds: 1,
    async run({ isStopping }) {
      let mayAsk = false;
      for (let done = 0; done < geocoder.perSecond && !isStopping(); done += 1) {
        const next = waiting.take(clock.now()) ?? (await findMore());
        if (next === undefined) return;
        mayAsk ||= await leases.acquire(LEASE, owner, SECOND);
        if (!mayAsk) return waiting.giveBack(next);
        try {
          await geocode(next);
        } catch (error) {
          waiting.retry(next, clock.now());
          throw error;
        }
      }
    },
  };
};

/** Lets another process ask at once. */
export const createLeaseReturn =
  (owner: string, { leases }: Pick<PluginDeps, "leases">): (() => Promise<void>) =>
  () =>
    leases.release(LEASE, owner);
