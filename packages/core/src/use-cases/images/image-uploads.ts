import { createAdjustments, type WriteResult } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import { type Image, imageFiles } from "../../model/image.ts";
import { requireMatch } from "../../model/optimistic-locking.ts";
import { isUpload, type Upload } from "../../model/upload.ts";
import type { CollectionOperation, ItemOperation, Target } from "../../operation.ts";
import type { ParametersFor } from "../../parameter.ts";
import { IMAGE_DETAILS, type ImageDetailValues, withImageDetails } from "../../parameters/image-details.ts";
import { refuse } from "../../parameters/scalars.ts";
import { parse } from "../../parsing/parse.ts";
import type { Clock } from "../../ports/clock.ts";
import { can } from "../../rights/actor.ts";
import { asStored } from "../../unit-of-work/new-revisions.ts";
import type { ImageIntake } from "./image-intake.ts";
import { mayReplaceFile, requireImageRecord } from "./image-rights.ts";
import { replacedFiles } from "./replaced-files.ts";

type SentFile = { readonly file: Upload };

/** Values of an upload: the file, and the details that do not come with the file in a form. */
export type UploadValues = SentFile & ImageDetailValues;

const FILE: ParametersFor<SentFile> = {
  file: {
    description: "parameter.image.file",
    required: true,
    documented: { type: "string", format: "binary" },
    resolve: (raw) => (isUpload(raw) ? { value: raw } : refuse("not-an-image")),
  },
};

interface ImageUploadsDeps {
  readonly intake: ImageIntake;
  readonly target: Target<Image>;
  readonly clock: Clock;
}

interface ImageUploads {
  readonly create: CollectionOperation<UploadValues, WriteResult<Image>>;
  readonly replaceFile: ItemOperation<SentFile, Image, Image>;
}

/**
 * Creates the operations that receive files of images. Details may come in the same form as the file.
 * Source: rules/images.md#image-upload, rules/images.md#file-replacement.
 */
export const createImageUploads = ({ intake, target, clock }: ImageUploadsDeps): ImageUploads => ({
  create: {
    method: "create",
    parameters: { ...FILE, ...IMAGE_DETAILS },
    permits: (actor) => can(actor, "upload"),
    async run({ file, ...details }, { actor, trace, ...request }) {
      const inForm = { method: "create", parameters: IMAGE_DETAILS, permits: () => true } as const;
      const { adjustments: sent = [], strict = false } = request;
      let adjustments = createAdjustments({ strict, adjustments: sent });
      const image = await intake.upload(file, { actor, trace }, async ({ values = {} }) => {
        const parsed = await parse(inForm, values, actor);
        adjustments = createAdjustments({ strict, adjustments: [...sent, ...parsed.adjustments] });
        adjustments.check();
        return withImageDetails({}, { ...details, ...parsed.values });
      });
      return { ...image, adjustments: adjustments.check() };
    },
  },
  replaceFile: {
    method: "update",
    parameters: FILE,
    target,
    permits: (actor, found) =>
      found?.record === undefined ? can(actor, "upload") : mayReplaceFile(found.record, actor),
    async run({ file }, { actor, found, ifMatch, trace }) {
      const known = requireImageRecord(found?.record);
      // A request with an outdated revision is refused before its file is received.
      requireMatch(known, ifMatch);
      return intake.replace(file, known, { actor, trace }, async (replacing, unit) => {
        const current = requireImageRecord(await unit.images.find(known.id));
        if (!mayReplaceFile(current, actor)) throw new CalendarError("rest_forbidden");
        requireMatch(current, ifMatch);
        await replacedFiles(unit.documents).add({
          ...{ image: current.id, replaced: clock.now(), files: imageFiles(current) },
        });
        const image: Image = { ...current, ...replacing, isReplaced: true };
        await unit.images.save(image);
        return asStored(image, unit);
      });
    },
  },
});
