import { isCalendarError, type KnownEventFields } from "@kalends/core/plugin";
import type { SourceEvent } from "../read/event/event-of-component.ts";
import { omissionNote } from "./event-values.ts";
import type { SourceGroup } from "./groups/split-group.ts";
import type { ImportContext } from "./import-deps.ts";

/** Fetches the images of an import. Images are fetched before the events that use them are written. */
export interface ImportImages {
  /**
   * Fetches the images of a group. Images that were postponed or refused are removed from the returned group,
   * with a note for the report.
   */
  fetch<Group extends SourceGroup>(group: Group): Promise<FetchedImages<Group>>;
  /** True if an image was postponed to the next import. */
  hasPostponed(): boolean;
}

interface FetchedImages<Group> {
  readonly group: Group;
  /**
   * True if an image of the group was postponed to the next import. Reasons are a slow server, the time limit
   * of the import, and too many requests.
   */
  readonly hasPostponedImage: boolean;
}

/** Result of fetching an image: stored, postponed to the next import (`left`), or refused with a reason. */
type Outcome = "stored" | "left" | { readonly refused: string };

/**
 * Maximum milliseconds for an image. If an image takes longer, the next images of the same host are postponed
 * to the next import.
 */
const SLOW = 3_000;

/** True if the event or one of its changed occurrences has an image. */
export const hasImage = ({ main, changed }: SourceGroup): boolean =>
  [...(main ? [main] : []), ...changed].some(
    ({ values: { image } }) => typeof image === "string" && image !== "",
  );

export const POSTPONED_IMAGE = "The image was postponed to the next import because its server is too slow.";

/**
 * Creates the image fetcher of an import. When `mayFetch` returns false, the remaining images are postponed
 * to the next import.
 */
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
      // An error without a problem for the address means that the server is too busy. The next import tries
      // again.
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
