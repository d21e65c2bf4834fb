import { invalidParameter } from "../../errors.ts";
import type { Image } from "../../model/image.ts";
import type { Target } from "../../operation.ts";
import type { IsImageVisible } from "../../parameters/image.ts";
import { refuse, toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";

const UNKNOWN = refuse("unknown-image");

const isOwn = ({ author }: Image, actor: Actor): boolean => actor.id !== undefined && actor.id === author;

/** True if the actor may change the image. Source: rules/images.md#image-rights. */
export const mayEdit = (image: Image, actor: Actor): boolean =>
  can(actor, isOwn(image, actor) ? "edit" : "edit_others");

/** True if the actor may replace the file of the image. */
export const mayReplaceFile = (image: Image, actor: Actor): boolean =>
  can(actor, "upload") && mayEdit(image, actor);

/** True if the actor may delete the image. */
export const mayRemove = (image: Image, actor: Actor): boolean =>
  can(actor, isOwn(image, actor) ? "delete" : "delete_others");

/** Returns the path parameters for an image. An image that the caller may not see is unknown. */
export const createImageTarget = (
  { images }: Pick<Repositories, "images">,
  isVisible: IsImageVisible,
): Target<Image> => ({
  id: { description: "path.image.id", type: "integer", required: true },
  async find({ name, text }, actor) {
    const id = toPositiveInteger(text);
    const record = id === undefined ? undefined : await images.find(id);
    return record !== undefined && (await isVisible(record, actor)) ? { name, record } : { name, ...UNKNOWN };
  },
});

/** Returns the image of the path. Throws if it was removed. */
export const requireImageRecord = (image: Image | undefined): Image => {
  if (image === undefined) throw invalidParameter("id", UNKNOWN.problem);
  return image;
};
