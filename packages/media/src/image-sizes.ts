/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** No type of image that is taken can be longer everywhere; a size that would be is left out. */
const LONGEST = 16_383;

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

/** By name, what becomes of the dimensions of an image. Source: rules/images.md#image-sizes. */
const SIZES: Readonly<Record<string, (image: Dimensions) => Dimensions>> = {
  thumbnail: cropped(150),
  medium: fitting(300, 300),
  medium_large: fitting(768, Number.POSITIVE_INFINITY),
  large: fitting(1024, 1024),
};

/** The sizes that are smaller than the image itself. */
export const smallerSizes = (image: Dimensions): readonly (readonly [name: string, size: Dimensions])[] =>
  Object.entries(SIZES)
    .map(([name, toSize]) => [name, toSize(image)] as const)
    .filter(([, { width, height }]) => (width < image.width || height < image.height) && height <= LONGEST);

/** The smallest dimensions of the image from which each of the sizes can be made: it is decoded once. */
export const commonSize = (image: Dimensions, sizes: readonly Dimensions[]): Dimensions => {
  const scale = Math.max(
    0,
    ...sizes.map(({ width, height }) => Math.max(width / image.width, height / image.height)),
  );
  if (scale === 0) return image;
  return { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) };
};
