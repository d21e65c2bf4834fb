import type { Image } from "../../model/image.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Post } from "../../model/post.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ImageRepository } from "../../ports/repositories/image-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { afterCommit } from "../../unit-of-work/transact.ts";

/**
 * Functions that create views of records: events, venues or organizers with everything that responses show.
 */
export interface PostViews<R, View> {
  /**
   * Returns the views of the records, in the same order, with everything that the actor may see. The number
   * of reads is small and does not depend on the number of records.
   */
  all(records: readonly R[], actor: Actor): Promise<readonly View[]>;
  /**
   * Returns the view of a record with stored data only. Call it inside the transaction that wrote the record.
   */
  read(record: R, actor: Actor, repositories: Repositories): Promise<View>;
  /**
   * Adds the members of plugins to a view. If they are not available, the view stays without them. Call it
   * after the commit.
   */
  complete(view: View, actor: Actor): Promise<View>;
}

export interface PostViewsDeps<R, View> {
  readonly store: Repositories;
  readonly logger: Logger;
  /** Creates the views from these repositories, without the members of plugins. */
  read(records: readonly R[], actor: Actor, repositories: Repositories): Promise<readonly View[]>;
  /** Adds the members of plugins to views. */
  withMembers(views: readonly View[], actor: Actor): Promise<readonly View[]>;
}

export const createPostViews = <R, View>({
  store,
  logger,
  read,
  withMembers,
}: PostViewsDeps<R, View>): PostViews<R, View> => ({
  all: async (records, actor) => withMembers(await read(records, actor, store), actor),
  read: async (record, actor, repositories) => singleView(await read([record], actor, repositories)),
  complete: (view, actor) =>
    afterCommit(async () => singleView(await withMembers([view], actor)), view, logger),
});

export const singleView = <View>([view]: readonly View[]): View => {
  if (view === undefined) throw new Error("A record has no view.");
  return view;
};

/**
 * Returns the view with additional members. If a member exists already, the additional one replaces it.
 * Source: rules/representations.md#plugin-members.
 */
export const decorated = <View extends { readonly members?: JsonObject }>(
  view: View,
  added: JsonObject | undefined,
): View => (added === undefined ? view : { ...view, members: Object.assign({}, view.members, added) });

export const byId = <T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

/** Returns the records with these ids from a repository. If there are no ids, it does not query the store. */
export const findAll = <T>(
  repository: { findMany(ids: readonly number[]): Promise<readonly T[]> },
  ids: ReadonlySet<number>,
): readonly T[] | Promise<readonly T[]> => (ids.size === 0 ? [] : repository.findMany([...ids]));

/**
 * Reads the images that appear in the views of these records. Returns a function that finds the image of a
 * record.
 */
export const readImages = async (
  records: readonly Post[],
  images: ImageRepository,
): Promise<(record: Post) => Image | undefined> => {
  const imageIds = new Set<number>();
  for (const { imageId } of records) if (imageId !== undefined) imageIds.add(imageId);
  const imageOf = byId(await findAll(images, imageIds));
  return ({ imageId }) => (imageId === undefined ? undefined : imageOf.get(imageId));
};

/** Returns the view with the image, or unchanged if there is no image. */
export const withImage = <View extends object>(
  view: View,
  image: Image | undefined,
): View & { readonly image?: Image } => (image === undefined ? view : { ...view, image });
