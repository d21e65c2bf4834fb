import type { Image } from "../../model/image.ts";
import type { Page, Paging } from "../../queries/page.ts";

/** Where the metadata of images is kept. */
export interface ImageRepository {
  find(id: number): Promise<Image | undefined>;
  /** Those of these images that exist, in no particular order. */
  findMany(ids: readonly number[]): Promise<readonly Image[]>;
  /** The image whose `url` or `sourceUrl` is this; the lowest id among several. */
  findByUrl(url: string): Promise<Image | undefined>;
  /** The newest first: by id, descending. Past the end there is only the true total (rules/images.md#image-list). */
  list(paging: Paging): Promise<Page<Image>>;
  save(image: Image): Promise<void>;
  /** False when there is none. */
  remove(id: number): Promise<boolean>;
  readAfter(afterId: number, limit: number): Promise<readonly Image[]>;
}
