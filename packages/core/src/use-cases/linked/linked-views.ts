import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import {
  createPostViews,
  decorated,
  type PostViews,
  type PostViewsDeps,
  readImages,
  withImage,
} from "../posts/post-views.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";

export interface LinkedViewsDeps extends Pick<PostViewsDeps<never, never>, "store" | "logger"> {
  readonly extensions: RecordExtensions | undefined;
}

export const createLinkedViews = <R extends LinkedRecord, View extends LinkedView>(
  { membersOf, toView, recordOf }: Pick<LinkedKind<R, unknown, View>, "membersOf" | "toView" | "recordOf">,
  { store, extensions, logger }: LinkedViewsDeps,
): PostViews<R, View> =>
  createPostViews({
    store,
    logger,
    async read(records: readonly R[], _actor, { images }) {
      const imageOf = await readImages(records, images);
      return records.map((record) => withImage(toView(record), imageOf(record)));
    },
    async withMembers(views, actor) {
      if (extensions === undefined) return views;
      const members = await membersOf(extensions, views.map(recordOf), actor);
      return views.map((view, index) => decorated(view, members?.[index]));
    },
  });
