import { notesWithin } from "../../adjustment.ts";
import { problemsWithin } from "../../errors.ts";
import type { Writing } from "../images/record-images.ts";
import type { LinkedDraft } from "../linked/linked-kind.ts";
import { resolveDraft } from "../linked/linked-writer.ts";
import type { EventValues } from "./event-fields.ts";
import type { Reference } from "./linked-fields.ts";

/**
 * The same values with every chosen image settled, those of venues and organizers inside the event, too: before the unit of
 * work, for it may run more than once.
 */
export const resolveImages = async (
  values: EventValues,
  { note, resolveImage }: Pick<Writing<never>, "note" | "resolveImage">,
): Promise<EventValues<number>> => {
  const settleAll = async <Details>(
    parameter: string,
    references: readonly Reference<Details>[] | undefined,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    allOf(
      references.map(async (reference) => {
        if ("id" in reference) return reference;
        const notes = notesWithin(note, parameter + reference.at);
        const settled = (): Promise<LinkedDraft<Details, number>> =>
          resolveDraft(reference.draft, (image) => resolveImage(image, notes));
        return { ...reference, draft: await problemsWithin(parameter, reference.at, settled) };
      }),
    );
  // All at once, so that the time that the intake gives each of them is that of the request: it takes them in turn.
  const image = resolveImage(values.image, note);
  // Of several venues the first one is meant (rules/events.md#linked-shapes).
  const venue = settleAll("venue", values.venue?.slice(0, 1));
  const organizer = settleAll("organizer", values.organizer);
  await Promise.allSettled([image, venue, organizer]);
  return { ...values, image: await image, venue: await venue, organizer: await organizer };
};

/** As `Promise.all`, but nothing is under way any more when it rejects: what has been written by then can be removed. */
const allOf = async <T>(promises: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
