import type { NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import type { LinkedDraft } from "./linked-kind.ts";

/** The same draft with its image stored; before the unit of work that stores the record. */
export const settleDraft = async <Details>(
  draft: LinkedDraft<Details>,
  actor: Actor,
  intake: Pick<ImageIntake, "settle">,
  note: NoteAdjustment,
): Promise<LinkedDraft<Details, number>> => ({
  ...draft,
  image: await intake.settle(draft.image, actor, note),
});
