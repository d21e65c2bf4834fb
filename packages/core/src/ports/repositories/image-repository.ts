import type { Image } from "../../model/image.ts";
import type { Page, Paging } from "../../queries/page.ts";

/** Repository of the metadata of images. */
export interface ImageRepository {
  find(id: number): Promise<Image | undefined>;
  /** Returns those of these images that exist, in no particular order. */
  findMany(ids: readonly number[]): Promise<readonly Image[]>;
  /** Returns the image whose `url` or `sourceUrl` equals this; the one with the lowest id among several. */
  findByUrl(url: string): Promise<Image | undefined>;
  /**
   * Returns a page of images, newest first: by id, descending. A page past the end has no items but the true
   * total (rules/images.md#image-list).
   */
  list(paging: Paging): Promise<Page<Image>>;
  save(image: Image): Promise<void>;
  /** Returns false if there is no such image. */
  remove(id: number): Promise<boolean>;
  readAfter(afterId: number, limit: number): Promise<readonly Image[]>;
}
