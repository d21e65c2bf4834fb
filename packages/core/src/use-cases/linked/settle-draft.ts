import type { NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { RecordImages } from "../images/record-images.ts";
import type { LinkedDraft } from "./linked-kind.ts";

/** The same draft with its image settled, `parameter` being to blame for it. */
export const settleDraft = async <Details>(
  draft: LinkedDraft<Details>,
  actor: Actor,
  images: Pick<RecordImages, "settle">,
  parameter: string,
  note: NoteAdjustment,
): Promise<LinkedDraft<Details, number>> => ({
  ...draft,
  image: await images.settle(draft.image, actor, parameter, note),
});
