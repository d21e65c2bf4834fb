import { notesWithin } from "../../adjustment.ts";
import { problemsWithin } from "../../errors.ts";
import type { Writing } from "../images/record-images.ts";
import type { LinkedDraft } from "../linked/linked-kind.ts";
import { resolveDraft } from "../linked/linked-writer.ts";
import type { EventValues } from "./event-fields.ts";
import type { Reference } from "./linked-fields.ts";

/**
 * Stores or fetches every chosen image and returns the values with the ids of the images. This includes
 * images of the first venue and of the organizers inside the event. Other venues are left out.
 * It runs before the transaction, because the transaction may run more than once.
 */
export const resolveImages = async (
  values: EventValues,
  { note, resolveImage }: Pick<Writing<never>, "note" | "resolveImage">,
): Promise<EventValues<number>> => {
  const resolveAll = async <Details>(
    parameter: string,
    references: readonly Reference<Details>[] | undefined,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    allOf(
      references.map(async (reference) => {
        if ("id" in reference) return reference;
        const notes = notesWithin(note, parameter + reference.at);
        const resolved = (): Promise<LinkedDraft<Details, number>> =>
          resolveDraft(reference.draft, (image) => resolveImage(image, notes));
        return { ...reference, draft: await problemsWithin(parameter, reference.at, resolved) };
      }),
    );
  // All images are queued together, so that they share one time limit. They are still processed one after
  // another.
  const image = resolveImage(values.image, note);
  // Only the first of several venues is used (rules/events.md#linked-shapes), so only its image is fetched.
  const venue = resolveAll("venue", values.venue?.slice(0, 1));
  const organizer = resolveAll("organizer", values.organizer);
  await Promise.allSettled([image, venue, organizer]);
  return { ...values, image: await image, venue: await venue, organizer: await organizer };
};

/**
 * Same as `Promise.all`, but rejects only after all promises are finished. The caller can then remove
 * everything that was written.
 */
const allOf = async <T>(promises: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
