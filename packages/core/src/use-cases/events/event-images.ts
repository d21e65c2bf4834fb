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
    references: readonly Reference<Details>[],
  ): Promise<readonly Reference<Details, number>[]> => {
    const settled: Reference<Details, number>[] = [];
    // One after the other: a list of addresses must not keep everybody else's images waiting.
    for (const reference of references) {
      const notes = notesWithin(note, parameter + reference.at);
      settled.push(
        "id" in reference
          ? reference
          : { ...reference, draft: await settleDraft(reference.draft, actor, intake, notes) },
      );
    }
    return settled;
  };
  return {
    ...values,
    image: await intake.settle(values.image, actor, note),
    // Of several venues the first one is meant (D13).
    venue: values.venue && (await settleAll("venue", values.venue.slice(0, 1))),
    organizer: values.organizer && (await settleAll("organizer", values.organizer)),
  };
};
