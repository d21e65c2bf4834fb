import type { Image } from "../../model/image.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Post } from "../../model/post.ts";
import type { Logger } from "../../ports/logger.ts";
import type { ImageRepository } from "../../ports/repositories/image-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import { afterCommit } from "../../unit-of-work/transact.ts";

/** How the views of a kind of posts are made. */
export interface PostViews<R, View> {
  /** With all that their representations show to the actor, in their order; a few reads, however many records. */
  all(records: readonly R[], actor: Actor): Promise<readonly View[]>;
  /** Inside the transaction that wrote the record: what the answer shows of the store. */
  read(record: R, actor: Actor, repositories: Repositories): Promise<View>;
  /** After the commit: the same with the members of plugins, as far as they can be had. */
  complete(view: View, actor: Actor): Promise<View>;
}

export interface PostViewsDeps<R, View> {
  readonly store: Repositories;
  readonly logger: Logger;
  /** Views without what plugins add, read from these repositories. */
  read(records: readonly R[], actor: Actor, repositories: Repositories): Promise<readonly View[]>;
  /** The views with what plugins add to their records. */
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

/** The view with further members; of one name the last counts. Source: rules/representations.md#plugin-members. */
export const decorated = <View extends { readonly members?: JsonObject }>(
  view: View,
  added: JsonObject | undefined,
): View => (added === undefined ? view : { ...view, members: Object.assign({}, view.members, added) });

export const byId = <T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

/** No read when there is nothing to ask for. */
export const findAll = <T>(
  repository: { findMany(ids: readonly number[]): Promise<readonly T[]> },
  ids: ReadonlySet<number>,
): readonly T[] | Promise<readonly T[]> => (ids.size === 0 ? [] : repository.findMany([...ids]));

/** What the views of these records show of their images. */
export const readImages = async (
  records: readonly Post[],
  images: ImageRepository,
): Promise<(record: Post) => Image | undefined> => {
  const imageIds = new Set<number>();
  for (const { imageId } of records) if (imageId !== undefined) imageIds.add(imageId);
  const imageOf = byId(await findAll(images, imageIds));
  return ({ imageId }) => (imageId === undefined ? undefined : imageOf.get(imageId));
};

/** The view with its image, if there is one. */
export const withImage = <View extends object>(
  view: View,
  image: Image | undefined,
): View & { readonly image?: Image } => (image === undefined ? view : { ...view, image });
