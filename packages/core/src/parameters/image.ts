import type { Problem } from "../errors.ts";
import {
  type Image,
  type ImageRefusal,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  type RefusedImage,
} from "../model/image.ts";
import { fileOf, isFilePart, type UploadedFile } from "../model/upload.ts";
import type { Parameter, ParameterContext, Resolution } from "../parameter.ts";
import type { ImageFetcher } from "../ports/image-fetcher.ts";
import type { ImageRepository } from "../ports/repositories/image-repository.ts";
import { type Actor, can, workAccountOf } from "../rights/actor.ts";
import { isDryRun } from "./dry-run.ts";
import { checkText, type Declared, MAX_TEXT_LENGTH, refuse, toPositiveInteger } from "./scalars.ts";

/** Image that a client chooses for a record: the id of a stored image, or a new image. */
export type ImageChoice = number | NewImage;

/** Image that is not stored yet: a URL that will be fetched, or an uploaded file. */
type NewImage = { readonly address: string } | { readonly file: UploadedFile };

/** Returns true if the actor may see the image. */
export type IsImageVisible = (image: Image, actor: Actor) => Promise<boolean>;

export interface ImageParameterDeps {
  readonly images: Pick<ImageRepository, "find" | "findByUrl">;
  readonly isVisible: IsImageVisible;
  readonly fetcher: Pick<ImageFetcher, "check">;
}

/**
 * Creates the parameter for the featured image.
 *
 * - The id of a stored image is accepted if the caller may see the image.
 * - Callers with the capability `upload` may also send a URL or a file. The URL of a stored image selects
 *   this image. Other URLs are checked, except in a dry run.
 * - `""` becomes `null`, which means "no image".
 *
 * Source: rules/images.md#image-values, rules/images.md#known-address.
 */
export const image = (
  deps: ImageParameterDeps,
  declared: Declared,
): Parameter<ImageChoice | null | undefined> => ({
  type: "string",
  ...declared,
  documented: { example: "", ...declared.documented },
  files: [[]],
  resolve: resolveImage(deps),
});

/**
 * Converts the reason for which an image was refused to the problem that is reported. Source:
 * rules/images.md#image-refusals.
 */
export const toImageProblem = ({ refusal, status }: RefusedImage): Problem => {
  const maximum = LIMITS[refusal];
  return {
    reason: refusal,
    code: "rest_image_refused",
    ...(maximum !== undefined && { values: { maximum } }),
    ...(status !== undefined && { values: { status } }),
  };
};

const LIMITS: Readonly<Partial<Record<ImageRefusal, number>>> = {
  "image-too-large": MAX_IMAGE_BYTES,
  "image-too-many-pixels": MAX_IMAGE_PIXELS,
};

const ADDRESS = /^https?:\/\/\S+$/i;
/** Maximum length in characters of a URL to fetch. */
const MAX_ADDRESS_LENGTH = 2_000;

const toImageAddress = (raw: unknown): Resolution<string> => {
  const text = checkText(raw, MAX_TEXT_LENGTH);
  if (!("value" in text)) return text;
  const address = text.value.trim();
  if (!ADDRESS.test(address)) return refuse("unknown-image");
  return address.length > MAX_ADDRESS_LENGTH
    ? refuse("too-long", { maximum: MAX_ADDRESS_LENGTH })
    : { value: address };
};

/** Parameter for the `http` or `https` URL of an image on another server. */
export const imageAddress: Parameter<string> = {
  description: "The address of an image.",
  type: "string",
  documented: { maxLength: MAX_ADDRESS_LENGTH },
  resolve: toImageAddress,
};

const resolveImage =
  ({ images, isVisible, fetcher }: ImageParameterDeps) =>
  async (
    raw: unknown,
    { actor, ownFile, mayLookUp, raw: sent }: ParameterContext,
  ): Promise<Resolution<ImageChoice | null>> => {
    if (raw === "") return { value: null };
    if (isFilePart(raw)) {
      return can(actor, "upload") ? { value: { file: fileOf(raw) } } : refuse("upload-not-allowed");
    }
    const id = toPositiveInteger(raw);
    if (id !== undefined) {
      if (!mayLookUp) return { value: id };
      const found = await images.find(id);
      return found !== undefined && (await isVisible(found, actor)) ? { value: id } : refuse("unknown-image");
    }
    const resolved = toImageAddress(raw);
    const isAddress = "value" in resolved || resolved.problem.reason === "too-long";
    if (isAddress && !can(actor, "upload")) return refuse("upload-not-allowed");
    if ("problem" in resolved) return resolved;
    const address = resolved.value;
    if (!mayLookUp) return { value: { address } };
    const own = ownFile?.(address);
    const known = await images.findByUrl(own ?? address);
    if (known !== undefined) return { value: known.id };
    if (own !== undefined) return { problem: { reason: "unknown-image", code: "rest_image_refused" } };
    if (isDryRun(sent)) return { value: { address } };
    const refused = await fetcher.check(address, workAccountOf(actor));
    return refused === undefined ? { value: { address } } : { problem: toImageProblem(refused) };
  };
