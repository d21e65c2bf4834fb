import { CalendarError } from "../../errors.ts";
import { without } from "../../model/members.ts";
import type { Post } from "../../model/post.ts";
import type { Call } from "../../operation.ts";
import type { HistoryOperations, PostOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { DRY_RUN } from "../../parameters/dry-run.ts";
import type { IsImageVisible } from "../../parameters/image.ts";
import type { Authors } from "../../ports/accounts.ts";
import type { VersionRepository } from "../../ports/repositories/version-repository.ts";
import type { Store } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { permitsOnPost } from "../posts/post-target.ts";
import { type PostViews, singleView } from "../posts/post-views.ts";
import type { WritePost } from "../posts/write-post.ts";
import { type ListedVersion, readVersion, readVersions } from "./read-versions.ts";
import type { Restore } from "./restore-event.ts";

/** Earlier content of a record. */
export interface VersionView<View> extends ListedVersion {
  /** View of the record with this content, and with the linked records of today. */
  readonly view: View;
}

interface HistoryParts<R extends Post, View extends object> {
  readonly update: Pick<PostOperations<View, R>["update"], "target">;
  readonly views: Pick<PostViews<R, View>, "all">;
  readonly writePost: Pick<WritePost<R, View>, "save">;
  readonly restore: Restore<R>;
  /** Returns the record of the path. Throws if it does not exist. */
  require(found: Call<R>["found"]): R;
  /** Reads the record inside the transaction that writes it, and checks rights and `If-Match`. */
  currentIn(unit: WriteUnit, call: Call<R>): Promise<R>;
}

export interface HistoryDeps {
  readonly store: Pick<Store, "versions" | "images">;
  readonly authors: Pick<Authors, "isAuthor">;
  readonly postStatuses: PostStatuses;
  readonly isImageVisible: IsImageVisible;
  /** Number of versions to keep of each record; absent: none. */
  readonly history?: number | undefined;
}

/** Revision of the version in a path. A text that is not a revision becomes -1, which no version has. */
const REVISION: Parameters = {
  revision: {
    required: true,
    description: "path.revision",
    documented: { type: "integer" },
    resolve: (raw) => {
      const revision = Number(raw);
      return { value: Number.isSafeInteger(revision) && revision >= 0 ? revision : -1 };
    },
  },
};

// The type is safe, because the parameter `revision` has parsed the value.
const revisionIn = ({ revision }: ParameterValues): number => revision as number;

/**
 * Creates the operations on the earlier contents of one kind of record. All of them need the right to edit
 * the record as it is now.
 * Source: rules/history.md#history-rights.
 */
export const createHistoryOperations = <R extends Post, View extends object>(
  { update, views, writePost, restore, require, currentIn }: HistoryParts<R, View>,
  { store, authors, postStatuses, isImageVisible, history = 0 }: HistoryDeps,
): HistoryOperations<View, R> => {
  const { target } = update;
  const permits = permitsOnPost<R>("edit", postStatuses.canEdit);

  const listed = ({ id }: Pick<R, "id">): Promise<readonly ListedVersion[]> =>
    readVersions(store.versions, id, history);

  /**
   * Returns the version of the record without its content. Throws `rest_revision_not_found` if lists do not
   * show the version.
   */
  const requireListed = async (record: R, values: ParameterValues): Promise<ListedVersion> =>
    requireVersion((await listed(record)).find(({ revision }) => revision === revisionIn(values)));

  const contentIn = async (
    versions: Pick<VersionRepository, "find">,
    { id }: Pick<R, "id">,
    { revision }: ListedVersion,
  ): Promise<R> =>
    // The type is safe, because the versions of a record have its kind.
    requireVersion((await readVersion(versions, id, revision)) as R | undefined);

  /**
   * Returns the id of the image of the content, if the actor may not see this image. Whoever may edit the
   * record may see its current image.
   */
  const hiddenImageOf = async ({ imageId }: R, current: R, actor: Actor): Promise<number | undefined> => {
    if (imageId === undefined || imageId === current.imageId) return undefined;
    const image = await store.images.find(imageId);
    return image === undefined || (await isImageVisible(image, actor)) ? undefined : imageId;
  };

  return {
    list: {
      method: "read",
      parameters: {},
      target,
      permits,
      run: async (_values, { found }) => listed(require(found)),
    },
    get: {
      method: "read",
      parameters: REVISION,
      target,
      permits,
      async run(values, { actor, found }) {
        const record = require(found);
        const version = await requireListed(record, values);
        const content = await contentIn(store.versions, record, version);
        const isHidden = (await hiddenImageOf(content, record, actor)) !== undefined;
        const shown = isHidden ? without<Pick<Post, "imageId">, R>(content, "imageId") : content;
        return { ...version, view: singleView(await views.all([shown], actor)) };
      },
    },
    restore: {
      method: "update",
      parameters: { ...REVISION, ...DRY_RUN },
      shown: new Set(),
      target,
      permits,
      async run(values, call) {
        const record = require(call.found);
        const version = await requireListed(record, values);
        const known = await contentIn(store.versions, record, version);
        // Users are looked up before the transaction, because a host application may have to query other
        // systems.
        const isAuthor = can(call.actor, "edit_others") && (await authors.isAuthor(known.author));
        const hiddenImageId = await hiddenImageOf(known, record, call.actor);
        return writePost.save(values, call, (writing) =>
          writing.transact(async (unit, note) => {
            const current = await currentIn(unit, call);
            const content = await contentIn(unit.versions, current, version);
            const { actor } = writing;
            return restore({ content, current, actor, unit, note, isAuthor, hiddenImageId }, writing);
          }),
        );
      },
    },
  };
};

const requireVersion = <Version>(version: Version | undefined): Version => {
  if (version === undefined) throw new CalendarError("rest_revision_not_found");
  return version;
};
