import type { DomainEventListener, Job, PluginDeps, Venue } from "@kalends/core/plugin";
import { type Geocoder, withCache } from "./geocoder.ts";
import { toBeGeocoded, withAnswer } from "./venue-address.ts";
import type { Waiting, WaitingVenues } from "./waiting-venues.ts";

/** Between two searches through all venues, in milliseconds: for those that another process has written. */
const SEARCH_EVERY = 60 * 60 * 1000;
/** Venues read before one of them is geocoded. */
const PAGE = 200;
const SECOND = 1000;
/** Says which process asks the geocoder. */
const LEASE = "geocoder";
/** Venues read in one run: the others come a second later. */
const MOST = 4000;

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
  askedGeocoder: Geocoder,
  owner: string,
  deps: PluginDeps,
): Job => {
  const { clock } = deps;
  const { venues } = deps.calendar.unrestricted;
  const geocoder = withCache(askedGeocoder, clock);
  const search = { after: 0, due: 0 };

  /** Goes on through the venues until some of them wait. */
  const findMore = async (): Promise<Waiting | undefined> => {
    if (search.due > clock.now()) return undefined;
    let read = 0;
    for await (const venue of venues.stream({ after: search.after })) {
      if (toBeGeocoded(venue) !== undefined) waiting.add(venue.id);
      search.after = venue.id;
      read += 1;
      const found = read % PAGE === 0 ? waiting.take(clock.now()) : undefined;
      if (found !== undefined || read === MOST) return found;
    }
    search.after = 0;
    search.due = clock.now() + SEARCH_EVERY;
    return waiting.take(clock.now());
  };

  const geocode = async ({ id }: Waiting): Promise<void> => {
    const venue = await venues.get(id);
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
      const findNext = async (): Promise<Waiting | undefined> =>
        waiting.take(clock.now()) ?? (await findMore());
      const first = await findNext();
      if (first === undefined) return;
      const ask = async (run: { isStopping(): boolean }): Promise<void> => {
        let next: Waiting | undefined = first;
        for (let done = 1; next !== undefined; done += 1) {
          try {
            await geocode(next);
          } catch (error) {
            waiting.retry(next, clock.now());
            throw error;
          }
          next = done < geocoder.perSecond && !run.isStopping() ? await findNext() : undefined;
        }
      };
      const keep = { owner, milliseconds: () => SECOND };
      if (!(await deps.runLeased(LEASE, ask, { isStopped: isStopping, keep }))) waiting.giveBack(first);
    },
  };
};

/** Lets another process ask at once. */
export const createLeaseReturn =
  (owner: string, { runLeased }: Pick<PluginDeps, "runLeased">): (() => Promise<void>) =>
  async () => {
    await runLeased(LEASE, async () => undefined, { keep: { owner, milliseconds: () => 0 } });
  };
