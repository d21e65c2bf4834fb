import type { Image, Repositories } from "@kalends/core";
import { ownRecordId } from "../merge/record-storage.ts";

/** Returns the local id of the image with this URL. Stores the image first if its URL is new. */
export const imageIdOf = async (image: Image, repositories: Repositories): Promise<number> => {
  const known = await repositories.images.findByUrl(image.url);
  if (known !== undefined) return known.id;
  const id = await ownRecordId(image.id, repositories);
  await repositories.images.save({ ...image, id });
  return id;
};
