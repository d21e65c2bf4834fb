/** Dimensions in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * Maximum height in pixels of a smaller size; every accepted image type supports this height. Taller sizes
 * are left out.
 */
const MAX_EDGE = 16_383;

const fitting =
  (maxWidth: number, maxHeight: number) =>
  ({ width, height }: Dimensions): Dimensions => {
    const scale = Math.min(maxWidth / width, maxHeight / height, 1);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  };

const cropped =
  (side: number) =>
  ({ width, height }: Dimensions): Dimensions => ({
    width: Math.min(width, side),
    height: Math.min(height, side),
  });

/**
 * Functions that compute the dimensions of each named size from the dimensions of the image.
 * Source: rules/images.md#image-sizes.
 */
const SIZES: Readonly<Record<string, (image: Dimensions) => Dimensions>> = {
  thumbnail: cropped(150),
  medium: fitting(300, 300),
  medium_large: fitting(768, Number.POSITIVE_INFINITY),
  large: fitting(1024, 1024),
};

/**
 * Returns the names and dimensions of all sizes that are smaller than the image in width or height and not
 * higher than `MAX_EDGE`.
 */
export const smallerSizes = (image: Dimensions): readonly (readonly [name: string, size: Dimensions])[] =>
  Object.entries(SIZES)
    .map(([name, toSize]) => [name, toSize(image)] as const)
    .filter(([, { width, height }]) => (width < image.width || height < image.height) && height <= MAX_EDGE);

/**
 * Returns the smallest dimensions from which all sizes can be created, so that the image is decoded only
 * once.
 */
export const commonSize = (image: Dimensions, sizes: readonly Dimensions[]): Dimensions => {
  const scale = Math.max(
    0,
    ...sizes.map(({ width, height }) => Math.max(width / image.width, height / image.height)),
  );
  if (scale === 0) return image;
  return { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) };
};
