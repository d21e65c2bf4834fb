import type { Image } from "@kalends/core/plugin";

/** Steps of a focal point in percent. Classes are used because pages forbid inline styles. */
const STEP = 5;
const STEPS: readonly number[] = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);

const toStep = (share: number): number => Math.round((share * 100) / STEP) * STEP;

/** Styles of the classes that `focalClasses` returns. */
export const FOCAL_STYLE: string = `.focus { object-position: var(--fx) var(--fy); }
${STEPS.map((step) => `.fx${step} { --fx: ${step}%; } .fy${step} { --fy: ${step}%; }`).join("\n")}
`;

/**
 * Returns the classes that keep the focal point of an image visible if the image is cropped. Returns
 * `undefined` if the image has no focal point.
 * Source: rules/images.md#focal-point.
 */
export const focalClasses = ({ focalPoint }: Pick<Image, "focalPoint">): string | undefined =>
  focalPoint && `focus fx${toStep(focalPoint.x)} fy${toStep(focalPoint.y)}`;
