import { createAdjustments } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { Image } from "../../model/image.ts";
import { type IfMatch, requireMatch } from "../../model/optimistic-locking.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { ImageOperations } from "../../operations.ts";
import { DRY_RUN, isDryRun } from "../../parameters/dry-run.ts";
import { type IsImageVisible, imageAddress } from "../../parameters/image.ts";
import { IMAGE_DETAILS, withImageDetails } from "../../parameters/image-details.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { asStored } from "../../unit-of-work/new-revisions.ts";
import type { Checked } from "../../unit-of-work/rehearsal.ts";
import { type Transact, withAdjustments } from "../../unit-of-work/transact.ts";
import type { ImageFiles } from "./image-files.ts";
import type { ImageIntake } from "./image-intake.ts";
import { createImageList } from "./image-list.ts";
import { createImageTarget, mayEdit, mayRemove, requireImageRecord } from "./image-rights.ts";
import { createImageUploads } from "./image-uploads.ts";
import { createImageUsage } from "./image-usage.ts";
import { listableTo, recordsShowing } from "./image-visibility.ts";
import { replacedFiles } from "./replaced-files.ts";

/** Maximum number of record ids in an error response. */
const MAX_RECORD_IDS = 100;

interface ImageOperationsDeps {
  readonly store: Pick<Repositories, "images" | "events" | "venues" | "organizers">;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly clock: Clock;
  readonly isVisible: IsImageVisible;
  readonly files: ImageFiles;
  readonly intake: ImageIntake;
  readonly transact: Transact;
  readonly checked: Checked;
}

/**
 * Creates the operations on images.
 *
 * - Callers with the right to upload see all images. Others see their own images and those of records that
 *   they may read.
 * - To change or delete an image of its own, a caller needs the right to edit or delete. For other images, it
 *   needs the right to edit or delete records of others.
 * - An image cannot be deleted while a record uses it, even a record in the trash.
 *
 * Source: rules/images.md#image-rights, rules/images.md#image-update, rules/images.md#image-deletion.
 */
export const createImageOperations = (deps: ImageOperationsDeps): ImageOperations => {
  const { store, postStatuses, isVisible, files, intake, transact, checked } = deps;
  const target = createImageTarget(store, isVisible);

  /** Removes an image that no record uses. Returns it with the names of the files that it had before. */
  const removeUnused = async (
    { id }: Image,
    { actor, ifMatch }: { readonly actor: Actor; readonly ifMatch?: IfMatch | undefined },
    work: Repositories,
  ): Promise<{ readonly image: Image; readonly replaced: readonly string[] }> => {
    const image = requireImageRecord(await work.images.find(id));
    if (!mayRemove(image, actor)) throw new CalendarError("rest_forbidden");
    requireMatch(image, ifMatch);
    if ((await recordsShowing(id, work, 1)).length > 0) {
      const records = await recordsShowing(id, work, MAX_RECORD_IDS, listableTo(actor, postStatuses));
      const readable = records.filter((record) => postStatuses.canRead(record, actor));
      throw new CalendarError("rest_image_in_use", { recordIds: readable.map((record) => record.id) });
    }
    await work.images.remove(id);
    return { image, replaced: await replacedFiles(work.documents).takeOf(id) };
  };

  return {
    ...createImageUploads({ ...deps, target }),
    list: createImageList(deps),
    usage: createImageUsage({ ...deps, target }),
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
      run: async (_values, { found }) => requireImageRecord(found?.record),
    },
    update: {
      method: "update",
      parameters: { ...IMAGE_DETAILS, ...DRY_RUN },
      shown: IMAGE_MEMBERS,
      target,
      permits: (actor, found) =>
        found?.record === undefined ? can(actor, "edit") : mayEdit(found.record, actor),
      async run(values, { actor, found, ifMatch, trace, ...request }) {
        const { id } = requireImageRecord(found?.record);
        const { stored, adjustments } = await checked(
          withAdjustments(createAdjustments(request), async (work) => {
            const current = requireImageRecord(await work.images.find(id));
            if (!mayEdit(current, actor)) throw new CalendarError("rest_forbidden");
            requireMatch(current, ifMatch);
            const image = withImageDetails(current, values);
            await work.images.save(image);
            return asStored(image, work);
          }),
          { actor, trace },
          { isDryRun: isDryRun(values) },
        );
        return { ...stored, adjustments, ...(isDryRun(values) && { isDryRun: true }) };
      },
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: (actor, found) =>
        found?.record === undefined ? can(actor, "delete") : mayRemove(found.record, actor),
      run: async (_values, { actor, found, ifMatch, trace }) => {
        const known = requireImageRecord(found?.record);
        const { image, replaced } = await transact((work) => removeUnused(known, { actor, ifMatch }, work), {
          actor,
          trace,
        });
        await files.remove(image);
        await files.removeAll(replaced);
        return image;
      },
    },
  };
};

/** Names of the members of images in responses that are not parameters. */
const IMAGE_MEMBERS: ReadonlySet<string> = new Set("url id extension width height filesize sizes".split(" "));
