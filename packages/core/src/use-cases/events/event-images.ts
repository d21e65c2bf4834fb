import { type NoteAdjustment, notesWithin } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { RecordImages } from "../images/record-images.ts";
import { settleDraft } from "../linked/settle-draft.ts";
import type { EventValues } from "./event-fields.ts";
import type { Reference } from "./linked-fields.ts";

/**
 * The same values with every chosen image settled, those of venues and organizers inside the event, too: before the unit of
 * work, for it may run more than once.
 */
export const settleImages = async (
  values: EventValues,
  actor: Actor,
  images: Pick<RecordImages, "settle">,
  note: NoteAdjustment,
): Promise<EventValues<number>> => {
  const settleAll = async <Details>(
    references: readonly Reference<Details>[] | undefined,
    parameter: string,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    allOf(
      references.map(async (reference) => {
        if ("id" in reference) return reference;
        const notes = notesWithin(note, parameter + reference.at);
        return { ...reference, draft: await settleDraft(reference.draft, actor, images, parameter, notes) };
      }),
    );
  // All at once, so that the time that the intake gives each of them is that of the request: it takes them in turn.
  const image = images.settle(values.image, actor, "image", note);
  // Of several venues the first one is meant (D13).
  const venue = settleAll(values.venue?.slice(0, 1), "venue");
  const organizer = settleAll(values.organizer, "organizer");
  await Promise.allSettled([image, venue, organizer]);
  return { ...values, image: await image, venue: await venue, organizer: await organizer };
};

/** As `Promise.all`, but nothing is under way any more when it rejects: what has been written by then can be removed. */
const allOf = async <T>(promises: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
