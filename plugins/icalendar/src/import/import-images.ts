import { isCalendarError, type KnownEventFields } from "@kalends/core/plugin";
import type { SourceEvent } from "../read/event/event-of-component.ts";
import { omissionNote } from "./event-values.ts";
import type { SourceGroup } from "./groups/split-group.ts";
import type { ImportContext } from "./import-deps.ts";

/** Fetches the images of one import before the events that show them are written. */
export interface ImportImages {
  /** Fetches the images of a group. Removes images that are not available now and adds notes about them. */
  fetch<Group extends SourceGroup>(group: Group): Promise<FetchedImages<Group>>;
  /** True if an image was left for the next import. */
  hasPostponed(): boolean;
}

interface FetchedImages<Group> {
  readonly group: Group;
  /** True if an image was too slow; the next import of the calendar fetches it. */
  readonly hasPostponedImage: boolean;
}

/** Result for an image address: stored, left for the next import, or refused with a reason. */
type Outcome = "stored" | "left" | { readonly refused: string };

/** Milliseconds after which further images of the same host are left for the next import. */
const SLOW = 3_000;

/** True if an event of the group has an image. */
export const hasImage = ({ main, changed }: SourceGroup): boolean =>
  [...(main ? [main] : []), ...changed].some(
    ({ values: { image } }) => typeof image === "string" && image !== "",
  );

export const POSTPONED_IMAGE = "The image was postponed to the next import because its server is too slow.";

/** Creates the image fetcher of an import. `mayFetch` returns false when the time of the import is over. */
export const createImportImages = (
  { api }: Pick<ImportContext, "api">,
  mayFetch: () => boolean,
): ImportImages => {
  const outcomes = new Map<string, Outcome>();
  const slowHosts = new Set<string>();

  const fetchFrom = async (host: string, address: string): Promise<Outcome> => {
    if (slowHosts.has(host) || !mayFetch()) return "left";
    const began = performance.now();
    try {
      await api.images.fetch(address);
      return "stored";
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      const problem = error.details.problems?.address;
      // Without a problem in the error, the server was too busy to fetch the image.
      if (problem === undefined) return "left";
      if (problem.reason !== "image-too-slow") return { refused: omissionNote("image", problem) };
      slowHosts.add(host);
      return "left";
    } finally {
      if (performance.now() - began > SLOW) slowHosts.add(host);
    }
  };

  const outcomeOf = async (address: string): Promise<Outcome> => {
    const known = outcomes.get(address);
    if (known !== undefined) return known;
    const outcome = URL.canParse(address) ? await fetchFrom(new URL(address).host, address) : "stored";
    outcomes.set(address, outcome);
    return outcome;
  };

  return {
    hasPostponed: () => [...outcomes.values()].includes("left"),
    async fetch(group) {
      let hasPostponedImage = false;
      const withImage = async (event: SourceEvent): Promise<SourceEvent> => {
        const { image, ...values }: KnownEventFields = event.values;
        const outcome = typeof image === "string" && image !== "" ? await outcomeOf(image) : "stored";
        if (outcome === "stored") return event;
        hasPostponedImage ||= outcome === "left";
        return {
          ...event,
          values,
          notes: [...event.notes, outcome === "left" ? POSTPONED_IMAGE : outcome.refused],
        };
      };
      const changed: SourceEvent[] = [];
      for (const event of group.changed) changed.push(await withImage(event));
      const main = group.main && (await withImage(group.main));
      return { group: { ...group, ...(main && { main }), changed }, hasPostponedImage };
    },
  };
};
