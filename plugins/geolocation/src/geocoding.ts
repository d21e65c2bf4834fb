import type { Job, PluginContributions, PluginDeps, Venue } from "@kalends/core/plugin";
import type { Geocoder } from "./geocoder.ts";
import { addressToGeocode, withResult } from "./venue-address.ts";
import type { Waiting, WaitingVenues } from "./waiting-venues.ts";

/**
 * Time between two searches through all venues, in milliseconds. The search finds venues without coordinates
 * that another process wrote.
 */
const SEARCH_INTERVAL_MS = 60 * 60 * 1000;
/**
 * Number of venues that the search reads at a time. It then checks if a queued venue is due, and pauses if
 * so.
 */
const PAGE = 200;
const SECOND = 1000;
/** Name of the lease. Only the process that holds the lease may use the geocoder. */
const LEASE = "geocoder";
/**
 * Maximum number of venues that one call of `findMore` reads. The next call continues after them.
 */
const MAX_VENUES = 4000;

/**
 * Creates the listeners for venue changes. They queue each created, updated or restored venue that needs
 * geocoding.
 */
export const createVenueListeners = (waiting: WaitingVenues): NonNullable<PluginContributions["listeners"]> =>
  (["venue.created", "venue.updated", "venue.restored"] as const).map((on) => ({
    on,
    handle({ after }: { readonly after: Venue }) {
      if (addressToGeocode(after) !== undefined) waiting.add(after.id);
    },
  }));

/**
 * Creates the job that looks up the coordinates of venue addresses, at most `perSecond` of the geocoder per
 * second. The queue of venues is
 * only in memory. A search through all venues rebuilds the queue after a restart, so a crash loses no work. A
 * lease ensures that only one process of an installation uses the geocoder at a time. `owner` identifies this
 * process.
 */
export const createGeocodingJob = (
  waiting: WaitingVenues,
  geocoder: Geocoder,
  owner: string,
  deps: PluginDeps,
): Job => {
  const { clock } = deps;
  const { venues } = deps.calendar.unrestricted;
  const search = { after: 0, due: 0 };

  /**
   * Continues the search through all venues and queues those that need geocoding. After every
   * `PAGE` venues, it checks if a queued venue is due. If so, it stops and returns this venue. Returns
   * `undefined` after `MAX_VENUES` venues without a due one, or if it is too early for the next search.
   */
  const findMore = async (): Promise<Waiting | undefined> => {
    if (search.due > clock.now()) return undefined;
    let read = 0;
    for await (const venue of venues.stream({ after: search.after })) {
      if (addressToGeocode(venue) !== undefined) waiting.add(venue.id);
      search.after = venue.id;
      read += 1;
      const found = read % PAGE === 0 ? waiting.take(clock.now()) : undefined;
      if (found !== undefined || read === MAX_VENUES) return found;
    }
    search.after = 0;
    search.due = clock.now() + SEARCH_INTERVAL_MS;
    return waiting.take(clock.now());
  };

  const geocode = async ({ id }: Waiting): Promise<void> => {
    const venue = await venues.get(id);
    const address = venue && addressToGeocode(venue);
    if (address === undefined) return;
    const place = address.text === "" ? undefined : await geocoder.find(address);
    // An editor may have changed the address or the coordinates during the lookup. The result is then
    // discarded.
    await deps.amend("venue", id, (current, data) =>
      addressToGeocode(current)?.text === address.text
        ? { data: withResult(data, address, place), coordinates: place ?? null }
        : undefined,
    );
    if (place === undefined)
      deps.logger.info("The geocoder found no place for the address of a venue", { venue: id });
  };

  return {
    name: "geocode",
    everySeconds: 1,
    async run({ isStopping }) {
      const findNext = async (): Promise<Waiting | undefined> =>
        waiting.take(clock.now()) ?? (await findMore());
      const first = await findNext();
      if (first === undefined) return;
      const work = async (run: { isStopping(): boolean }): Promise<void> => {
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
      if (!(await deps.runLeased(LEASE, work, { isStopped: isStopping, keep }))) waiting.putBack(first);
    },
  };
};

/**
 * Creates a function that releases the lease at shutdown, so that another process can use the geocoder
 * immediately.
 */
export const createLeaseReturn =
  (owner: string, { runLeased }: Pick<PluginDeps, "runLeased">): (() => Promise<void>) =>
  async () => {
    await runLeased(LEASE, async () => undefined, { keep: { owner, milliseconds: () => 0 } });
  };
