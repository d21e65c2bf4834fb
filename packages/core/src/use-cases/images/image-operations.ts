import { CalendarError, invalidParameter } from "../../errors.ts";
import type { Image } from "../../model/image.ts";
import { type IfMatch, requireMatch } from "../../model/optimistic-locking.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isUpload, type Upload } from "../../model/upload.ts";
import type { Target } from "../../operation.ts";
import type { ImageOperations } from "../../operations.ts";
import type { ParametersFor } from "../../parameter.ts";
import { type IsImageVisible, imageAddress } from "../../parameters/image.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import { refuse, toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { Transact } from "../../unit-of-work/transact.ts";
import type { ImageFiles } from "./image-files.ts";
import type { ImageIntake } from "./image-intake.ts";
import { recordsShowing } from "./image-visibility.ts";

/** Maximum number of record ids in an error response. */
const MAX_RECORD_IDS = 100;

const UNKNOWN = refuse("unknown-image");

const FILE: ParametersFor<{ readonly file: Upload }> = {
  file: {
    description: "parameter.image.file",
    required: true,
    documented: { type: "string", format: "binary" },
    resolve: (raw) => (isUpload(raw) ? { value: raw } : refuse("not-an-image")),
  },
};

interface ImageOperationsDeps {
  readonly store: Pick<Repositories, "images">;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly isVisible: IsImageVisible;
  readonly files: ImageFiles;
  readonly intake: ImageIntake;
  readonly transact: Transact;
}

/**
 * Creates the operations on images.
 *
 * - Callers with the right to upload see all images. Others see the images of records that they may read.
 * - To delete an image of its own, a caller needs the right to delete; for other images, the right to delete
 *   records of others.
 * - An image cannot be deleted while a record uses it, even a record in the trash.
 *
 * Source: rules/images.md#image-rights, rules/images.md#image-deletion.
 */
export const createImageOperations = ({
  store,
  postStatuses,
  site,
  isVisible,
  files,
  intake,
  transact,
}: ImageOperationsDeps): ImageOperations => {
  const mayRemove = ({ author }: Image, actor: Actor): boolean =>
    can(actor, actor.id !== undefined && actor.id === author ? "delete" : "delete_others");

  const target: Target<Image> = {
    id: { description: "path.image.id", type: "integer", required: true },
    async find({ name, text }, actor) {
      const id = toPositiveInteger(text);
      const record = id === undefined ? undefined : await store.images.find(id);
      return record !== undefined && (await isVisible(record, actor))
        ? { name, record }
        : { name, ...UNKNOWN };
    },
  };

  const requireRecord = (image: Image | undefined): Image => {
    if (image === undefined) throw invalidParameter("id", UNKNOWN.problem);
    return image;
  };

  const removeUnused = async (
    { id }: Image,
    { actor, ifMatch }: { readonly actor: Actor; readonly ifMatch?: IfMatch | undefined },
    work: Repositories,
  ): Promise<Image> => {
    const image = requireRecord(await work.images.find(id));
    if (!mayRemove(image, actor)) throw new CalendarError("rest_forbidden");
    requireMatch(image, ifMatch);
    if ((await recordsShowing(id, work, 1)).length > 0) {
      const known = postStatuses.listable(postStatuses.names, actor) ?? postStatuses.visibleTo(actor);
      const records = await recordsShowing(id, work, MAX_RECORD_IDS, known);
      const readable = records.filter((record) => postStatuses.canRead(record, actor));
      throw new CalendarError("rest_image_in_use", { recordIds: readable.map((record) => record.id) });
    }
    await work.images.remove(id);
    return image;
  };

  return {
    list: {
      method: "read",
      parameters: pagingParameters(site),
      permits: (actor) => can(actor, "upload"),
      run: async ({ page, per_page: perPage }) => {
        const { items, total } = await store.images.list({ page, perPage });
        return { items, total, page, perPage, understood: {} };
      },
    },
    create: {
      method: "create",
      parameters: FILE,
      permits: (actor) => can(actor, "upload"),
      run: ({ file }, { actor, trace }) => intake.upload(file, { actor, trace }),
    },
    fetch: {
      method: "create",
      parameters: { address: { ...imageAddress, required: true } },
      permits: (actor) => can(actor, "upload"),
      run: ({ address }, { actor }) => intake.fetch(address, actor),
    },
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      run: async (_values, { found }) => requireRecord(found?.record),
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: (actor, found) =>
        found?.record === undefined ? can(actor, "delete") : mayRemove(found.record, actor),
      run: async (_values, { actor, found, ifMatch, trace }) => {
        const known = requireRecord(found?.record);
        const image = await transact((work) => removeUnused(known, { actor, ifMatch }, work), {
          actor,
          trace,
        });
        await files.remove(image);
        return image;
      },
    },
  };
};
