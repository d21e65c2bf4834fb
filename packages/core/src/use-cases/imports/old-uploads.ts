import type { Image, ImageSize } from "../../model/image.ts";
import type { ImageRepository } from "../../ports/repositories/image-repository.ts";

/** Matches the name of a smaller version of an image at the imported site, such as `photo-300x200.jpg`. */
const SIZED = /-(\d{1,5})x(\d{1,5})(\.[a-z]{3,4})$/i;
const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const ELSEWHERE = /^https?:\/\//i;

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the paths that the full-size image may have at the imported site, most likely first. Large images
 * are stored there as `photo-scaled.jpg`.
 */
const pathsOf = (path: string): readonly string[] => {
  const fullSize = path.replace(SIZED, "$3");
  const scaled = fullSize.replace(EXTENSION, (extension) => `-scaled${extension}`);
  return [...new Set([path, fullSize, scaled])];
};

const dimensionsIn = (path: string): Dimensions | undefined => {
  const [, width, height] = SIZED.exec(path) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
};

/**
 * Returns the smaller version of the image that has these dimensions. Without such a version, returns the
 * next wider one that is not cropped, otherwise the image itself.
 */
const sizeFor = (image: Image, { width, height }: Dimensions): Image | ImageSize => {
  const sizes = Object.values(image.sizes);
  const same = sizes.find((size) => size.width === width && size.height === height);
  const fullSize = Object.entries(image.sizes)
    .flatMap(([name, size]) => (name === "thumbnail" || size.width < width ? [] : [size]))
    .sort((one, other) => one.width - other.width);
  return same ?? fullSize[0] ?? image;
};

/** Returns the spellings of a path, encoded and decoded. Import sources use either spelling. */
const spellingsOf = (path: string): readonly string[] => {
  try {
    const written = decodeURI(path);
    return [...new Set([path, written, encodeURI(written)])];
  } catch {
    return [path];
  }
};

/** Stored image and the version of it that replaces a file of the imported site. */
export interface OldUpload {
  readonly image: Image;
  readonly file: Image | ImageSize;
}

/**
 * Returns the path of an image without `-scaled`. Paths of its smaller versions are derived from the result.
 */
export const pathOfForms = (path: string): string => path.replace(/-scaled(\.[a-z]{3,4})$/i, "$1");

/** True if the path has the extension of an image. */
export const isImagePath = (path: string): boolean => EXTENSION.test(path);

/**
 * Finds the stored image that was imported from this path on one of these hosts.
 *
 * - The path is percent-encoded. It may be the path of a smaller version.
 * - A host may have a port. `www.` and anything after a slash are ignored in hosts.
 * - `http` and `https` count as equal.
 *
 * Source: rules/choices.md#import-old-uploads.
 */
export const findOldUpload = async (
  images: Pick<ImageRepository, "findByUrl">,
  hosts: readonly string[],
  path: string,
): Promise<OldUpload | undefined> => {
  if (!isImagePath(path)) return undefined;
  const names = new Set(hosts.map((host) => host.toLowerCase().replace(/^www\.|\/.*/gs, "")));
  const origins = [...names].flatMap((name) =>
    ["https://", "http://", "https://www.", "http://www."].map((start) => start + name),
  );
  for (const one of pathsOf(path)) {
    const spellings = spellingsOf(one);
    const found = await Promise.all(
      origins.flatMap((origin) => spellings.map((spelling) => images.findByUrl(origin + spelling))),
    );
    const image = found.find((known) => known !== undefined && !ELSEWHERE.test(known.url));
    if (image === undefined) continue;
    const dimensions = one === path ? undefined : dimensionsIn(path);
    return { image, file: dimensions === undefined ? image : sizeFor(image, dimensions) };
  }
  return undefined;
};
