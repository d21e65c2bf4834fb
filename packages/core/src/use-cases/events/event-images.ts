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
    references: readonly Reference<Details>[],
    parameter: string,
  ): Promise<readonly Reference<Details, number>[]> => {
    const settled: Reference<Details, number>[] = [];
    // One after the other: a list of addresses must not keep everybody else's images waiting.
    for (const reference of references) {
      settled.push(
        "id" in reference
          ? reference
          : { draft: await settleDraft(reference.draft, actor, images, parameter) },
      );
    }
    return settled;
  };
  return {
    ...values,
    image: await images.settle(values.image, actor, "image"),
    // Of several venues the first one is meant (D13).
    venue: values.venue && (await settleAll(values.venue.slice(0, 1), "venue")),
    organizer: values.organizer && (await settleAll(values.organizer, "organizer")),
  };
};
