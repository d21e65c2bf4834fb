import { problemAt } from "../errors.ts";
import {
  type FocalPoint,
  type ImageDetails,
  MAX_ALT_LENGTH,
  MAX_IMAGE_TEXT_LENGTH,
  toImageLicense,
  toImageText,
} from "../model/image.ts";
import { without } from "../model/members.ts";
import type { Parameter, ParametersFor, Resolution } from "../parameter.ts";
import { checkText, refuse, toNumber } from "./scalars.ts";

/** Values of the details of an image in a request. `null` removes a detail; absent ones stay unchanged. */
export type ImageDetailValues = {
  readonly alt?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly credit?: string | null | undefined;
  readonly license?: string | null | undefined;
  readonly focal_point?: FocalPoint | null | undefined;
};

/**
 * Creates the parameter for a text of an image, such as `alt`. A blank text removes the stored text.
 * `toStored` returns the stored form, or `undefined` if nothing visible remains.
 */
const textOf = (
  name: string,
  example: string,
  maximum: number,
  toStored: (text: string) => string | undefined = (text) => toImageText(text, maximum),
): Parameter<string | null | undefined> => ({
  type: "string",
  description: `parameter.image.${name}`,
  default: null,
  documented: { maxLength: maximum, example },
  resolve(raw) {
    const checked = checkText(raw, maximum);
    if ("problem" in checked) return checked;
    const stored = toStored(checked.value) ?? null;
    return (stored ?? "") === checked.value.trim()
      ? { value: stored }
      : { value: stored, adjustments: [{ reason: "text-cleaned" }] };
  },
});

const toCoordinate = (raw: unknown, place: string): Resolution<number> => {
  if (raw === undefined) return { problem: problemAt({ reason: "missing" }, place) };
  const value = toNumber(raw);
  if (value === undefined) return { problem: problemAt({ reason: "not-a-number" }, place) };
  return value >= 0 && value <= 1
    ? { value }
    : { problem: problemAt({ reason: "out-of-range", values: { minimum: 0, maximum: 1 } }, place) };
};

const resolveFocalPoint = (raw: unknown): Resolution<FocalPoint | null> => {
  if (raw === null || raw === "") return { value: null };
  if (typeof raw !== "object" || Array.isArray(raw)) return refuse("not-acceptable");
  const sent: Readonly<Record<string, unknown>> = { ...raw };
  const unknown = Object.keys(sent).find((name) => name !== "x" && name !== "y");
  if (unknown !== undefined) return refuse("not-acceptable");
  const [x, y] = [toCoordinate(sent.x, "[x]"), toCoordinate(sent.y, "[y]")];
  if ("problem" in x) return x;
  return "problem" in y ? y : { value: { x: x.value, y: y.value } };
};

const COORDINATE = { type: "number", minimum: 0, maximum: 1 } as const;

/**
 * Parameters for the details of an image. Source: rules/images.md#image-texts, rules/images.md#focal-point.
 */
export const IMAGE_DETAILS: ParametersFor<ImageDetailValues> = {
  alt: textOf("alt", "A band on a pier at night", MAX_ALT_LENGTH),
  title: textOf("title", "Harbour Jazz 2031", MAX_IMAGE_TEXT_LENGTH),
  credit: textOf("credit", "Ada Example", MAX_IMAGE_TEXT_LENGTH),
  license: textOf(
    "license",
    "https://creativecommons.org/licenses/by/4.0/",
    MAX_IMAGE_TEXT_LENGTH,
    toImageLicense,
  ),
  focal_point: {
    description: "parameter.image.focal_point",
    nullable: true,
    documented: {
      body: {
        type: ["object", "null"],
        properties: { x: COORDINATE, y: COORDINATE },
        required: ["x", "y"],
        additionalProperties: false,
      },
      example: { x: 0.5, y: 0.25 },
    },
    resolve: resolveFocalPoint,
  },
};

/**
 * Returns the image with the details in these values. Members that are not details have no effect. Details
 * that are `null` are removed.
 */
export const withImageDetails = <I extends ImageDetails>(
  image: I,
  { alt, title, credit, license, focal_point: focalPoint }: ImageDetailValues,
): I => {
  let changed: I = image;
  for (const [name, value] of Object.entries({ alt, title, credit, license, focalPoint })) {
    if (value === undefined) continue;
    // The names are those of details, so each of them is an optional member.
    const member = name as keyof ImageDetails;
    changed = value === null ? without<ImageDetails, I>(changed, member) : { ...changed, [member]: value };
  }
  return changed;
};
