import type { Image } from "../model/image.ts";
import { imageSearchFields } from "../model/text/text-search.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import { isMet } from "./conditions.ts";
import { byId, type Page, type Paging, reversed, toPage } from "./page.ts";

/** Query of a list of images, newest first: by id, descending (rules/images.md#image-list). */
export interface ImageQuery extends Paging {
  /**
   * Folded fragments of the search text. All of them must occur in one and the same field of
   * `imageSearchFields`.
   */
  readonly search?: readonly string[];
  /** True: only images that a record uses, even one in the trash. False: only images that no record uses. */
  readonly isUsed?: boolean;
  /** Time of storing in UTC: inclusive lower bound and exclusive upper bound. */
  readonly created?: { readonly from?: WallClock; readonly before?: WallClock };
}

/**
 * Computes the result of a query from all images. `used` contains the ids of images that records use. It is
 * the reference implementation, with which results of stores are compared.
 */
export const evaluateImageQuery = (
  query: ImageQuery,
  images: readonly Image[],
  used: ReadonlySet<number>,
): Page<Image> => {
  const { search, isUsed, created = {} } = query;
  const found = images.filter(
    (image) =>
      isMet(search, (texts) =>
        imageSearchFields(image).some((field) => texts.every((text) => field.includes(text))),
      ) &&
      isMet(isUsed, (wanted) => used.has(image.id) === wanted) &&
      isMet(created.from, (bound) => image.createdUtc >= bound) &&
      isMet(created.before, (bound) => image.createdUtc < bound),
  );
  return toPage(found, reversed(byId), query);
};
