/** Dimensions in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Maximum side of a size, which all accepted types support. Larger sizes are omitted. */
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
 * Functions from the dimensions of an image to those of each named size.
 * Source: rules/images.md#image-sizes.
 */
const SIZES: Readonly<Record<string, (image: Dimensions) => Dimensions>> = {
  thumbnail: cropped(150),
  medium: fitting(300, 300),
  medium_large: fitting(768, Number.POSITIVE_INFINITY),
  large: fitting(1024, 1024),
};

/** Returns the sizes that are smaller than the image. */
export const smallerSizes = (image: Dimensions): readonly (readonly [name: string, size: Dimensions])[] =>
  Object.entries(SIZES)
    .map(([name, toSize]) => [name, toSize(image)] as const)
    .filter(([, { width, height }]) => (width < image.width || height < image.height) && height <= MAX_EDGE);

/** Returns the smallest dimensions from which all sizes can be created, so that the image is decoded once. */
export const commonSize = (image: Dimensions, sizes: readonly Dimensions[]): Dimensions => {
  const scale = Math.max(
    0,
    ...sizes.map(({ width, height }) => Math.max(width / image.width, height / image.height)),
  );
  if (scale === 0) return image;
  return { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) };
};
