import { type NoteAdjustment, notesWithin } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { settleDraft } from "../linked/settle-draft.ts";
import type { EventValues } from "./event-fields.ts";
import type { Reference } from "./linked-fields.ts";

/**
 * The same values with every chosen image stored, those of venues and organizers inside the event, too: before the unit of
 * work, for it may run more than once.
 */
export const settleImages = async (
  values: EventValues,
  actor: Actor,
  intake: Pick<ImageIntake, "settle">,
  note: NoteAdjustment,
): Promise<EventValues<number>> => {
  const settleAll = async <Details>(
    parameter: string,
    references: readonly Reference<Details>[] | undefined,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    Promise.all(
      references.map(async (reference) => {
        if ("id" in reference) return reference;
        const notes = notesWithin(note, parameter + reference.at);
        return { ...reference, draft: await settleDraft(reference.draft, actor, intake, notes) };
      }),
    );
  // All at once, so that the time that the intake gives each of them is that of the request: it takes them in turn.
  const [image, venue, organizer] = await Promise.all([
    intake.settle(values.image, actor, note),
    // Of several venues the first one is meant (D13).
    settleAll("venue", values.venue?.slice(0, 1)),
    settleAll("organizer", values.organizer),
  ]);
  return { ...values, image, venue, organizer };
};
