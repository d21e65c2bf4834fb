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
): Promise<EventValues<number>> => {
  const settleAll = async <Details>(
    references: readonly Reference<Details>[] | undefined,
    parameter: string,
  ): Promise<readonly Reference<Details, number>[] | undefined> =>
    references &&
    Promise.all(
      references.map(async (reference) =>
        "id" in reference
          ? reference
          : { draft: await settleDraft(reference.draft, actor, images, parameter) },
      ),
    );
  // All at once, so that the time that the intake gives each of them is that of the request: it takes them in turn.
  const [image, venue, organizer] = await Promise.all([
    images.settle(values.image, actor, "image"),
    // Of several venues the first one is meant (D13).
    settleAll(values.venue?.slice(0, 1), "venue"),
    settleAll(values.organizer, "organizer"),
  ]);
  return { ...values, image, venue, organizer };
};
