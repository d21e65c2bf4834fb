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
): Promise<EventValues<number>> => {
  const settleAll = async <Details>(
    references: readonly Reference<Details>[] | undefined,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    Promise.all(
      references.map(async (reference) =>
        "id" in reference ? reference : { draft: await settleDraft(reference.draft, actor, intake) },
      ),
    );
  // All at once, so that the time that the intake gives each of them is that of the request: it takes them in turn.
  const [image, venue, organizer] = await Promise.all([
    intake.settle(values.image, actor),
    // Of several venues the first one is meant (D13).
    settleAll(values.venue?.slice(0, 1)),
    settleAll(values.organizer),
  ]);
  return { ...values, image, venue, organizer };
};
