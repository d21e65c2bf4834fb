import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { numberOf } from "../records/source-record.ts";
import { addressOf } from "./addresses.ts";
import type { RetryingClient } from "./retrying-client.ts";

type Members = Readonly<Record<string, unknown>>;

/** Lists whose records WordPress stores as posts. */
export type PostList = "events" | "venues" | "organizers";

const COLLECTIONS: Readonly<Record<PostList, string>> = {
  events: "tribe_events",
  venues: "tribe_venue",
  organizers: "tribe_organizer",
};

/** Maximum number of posts in one request. */
const LENGTH = 100;

/**
 * Reads posts and images from the WordPress API `wp/v2`. If a request of `metaOf` for a `wp/v2` collection
 * fails, `metaOf` sends no more requests for the collection.
 */
export interface PlatformPosts {
  /**
   * Returns the meta fields of posts, by post id. A post that `wp/v2` does not list is missing in the map.
   */
  metaOf(list: PostList, ids: readonly number[]): Promise<ReadonlyMap<number, Members>>;
  /** Returns one post with all fields that the import user can see. */
  find(list: PostList, id: number): Promise<Members | undefined>;
  findImage(id: number): Promise<Members | undefined>;
  /** True if a request of `metaOf` for the `wp/v2` collection of this list failed. */
  isClosed(list: PostList): boolean;
}

/**
 * Creates the reader for `wp/v2`. With `isSignedIn`, the reader requests raw texts and unpublished posts,
 * which WordPress shows only to editors.
 */
export const createPlatformPosts = (
  root: URL,
  client: Pick<RetryingClient, "anything">,
  isSignedIn: boolean,
): PlatformPosts => {
  const closed = new Set<string>();

  const request = async (path: string, parameters: Readonly<Record<string, string>>) => {
    try {
      return await client.anything(addressOf(root, `wp/v2/${path}`, parameters));
    } catch (error) {
      // If the server does not respond, the import continues without the data from `wp/v2`.
      if (error instanceof ImportError) return undefined;
      throw error;
    }
  };

  const one = async (
    collection: string,
    id: number,
    parameters: Readonly<Record<string, string>>,
  ): Promise<Members | undefined> => {
    const response = await request(`${collection}/${id}`, parameters);
    if (response?.status !== 200 || !isObject(response.json)) return undefined;
    return numberOf(response.json.id) === id ? response.json : undefined;
  };

  return {
    async metaOf(list, ids) {
      const collection = COLLECTIONS[list];
      const found = new Map<number, Members>();
      for (let begin = 0; begin < ids.length && !closed.has(collection); begin += LENGTH) {
        const include = ids.slice(begin, begin + LENGTH).join(",");
        const response = await request(collection, {
          ...{ include, per_page: String(LENGTH), orderby: "id", order: "asc", _fields: "id,meta" },
          ...(isSignedIn && { status: "any", context: "edit" }),
        });
        if (response?.status !== 200 || !Array.isArray(response.json)) closed.add(collection);
        else
          for (const post of response.json.filter(isObject))
            if (isObject(post.meta)) found.set(numberOf(post.id), post.meta);
      }
      return found;
    },
    find: (list, id) => one(COLLECTIONS[list], id, isSignedIn ? { context: "edit" } : {}),
    findImage: (id) => one("media", id, {}),
    isClosed: (list) => closed.has(COLLECTIONS[list]),
  };
};
