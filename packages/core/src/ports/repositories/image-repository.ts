import type { Image } from "../../model/image.ts";
import type { ImageQuery } from "../../queries/image-query.ts";
import type { Page } from "../../queries/page.ts";

/** Repository of image records. The files of images are in the `BlobStore`. */
export interface ImageRepository {
  find(id: number): Promise<Image | undefined>;
  /** Returns the images with these ids, in no particular order. Ids without an image are skipped. */
  findMany(ids: readonly number[]): Promise<readonly Image[]>;
  /**
   * Returns the image whose `url` or `sourceUrl` is this text. If several images match, returns the one with
   * the lowest id.
   */
  findByUrl(url: string): Promise<Image | undefined>;
  /**
   * Returns a page of the images that match the query, newest first: by id, descending. If the page is past
   * the end, it has no items, but the correct total (rules/images.md#image-list).
   */
  list(query: ImageQuery): Promise<Page<Image>>;
  save(image: Image): Promise<void>;
  /** Removes an image. Returns false if it does not exist. */
  remove(id: number): Promise<boolean>;
  readAfter(afterId: number, limit: number): Promise<readonly Image[]>;
}
