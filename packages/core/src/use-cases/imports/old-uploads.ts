import type { Image, ImageSize } from "../../model/image.ts";
import type { ImageRepository } from "../../ports/repositories/image-repository.ts";

/** Other programs write smaller forms of a file beside it: `photo-300x200.jpg`. */
const SIZED = /-(\d{1,5})x(\d{1,5})(\.[a-z]{3,4})$/i;
const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const ELSEWHERE = /^https?:\/\//i;

interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The paths that the whole image may have had, the likelier first; large ones are kept as `photo-scaled.jpg`. */
const pathsOf = (path: string): readonly string[] => {
  const whole = path.replace(SIZED, "$3");
  const scaled = whole.replace(EXTENSION, (extension) => `-scaled${extension}`);
  return [...new Set([path, whole, scaled])];
};

const dimensionsIn = (path: string): Dimensions | undefined => {
  const [, width, height] = SIZED.exec(path) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
};

/** The size of the image that does for these dimensions: the same, or the next larger one that shows all of it. */
const sizeFor = (image: Image, { width, height }: Dimensions): Image | ImageSize => {
  const sizes = Object.values(image.sizes);
  const same = sizes.find((size) => size.width === width && size.height === height);
  const whole = Object.entries(image.sizes)
    .flatMap(([name, size]) => (name === "thumbnail" || size.width < width ? [] : [size]))
    .sort((one, other) => one.width - other.width);
  return same ?? whole[0] ?? image;
};

/** The path as addresses have it and as people write it: sources show names of files either way. */
const spellingsOf = (path: string): readonly string[] => {
  try {
    const written = decodeURI(path);
    return [...new Set([path, written, encodeURI(written)])];
  } catch {
    return [path];
  }
};

/** What there is here of a file of another site. */
export interface OldUpload {
  readonly image: Image;
  readonly file: Image | ImageSize;
}

/** The path that smaller forms of the image at this path are named after. */
export const pathOfForms = (path: string): string => path.replace(/-scaled(\.[a-z]{3,4})$/i, "$1");

/** Whether a path may be that of an image at all. */
export const isImagePath = (path: string): boolean => EXTENSION.test(path);

/**
 * The image that came from this path of one of these hosts, where its files are kept here; also from that of a smaller form of it. The
 * path is percent-encoded, hosts may have a port; `www.`, what follows a slash and the scheme do not count. Source: rules/choices.md#import-old-uploads.
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
