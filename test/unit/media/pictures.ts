import type { ImageSender, RenderedImage } from "@kalends/core/internals";
import { createImageRenderer, type ImageRendererOptions } from "@kalends/media";
import sharp, { type Sharp } from "sharp";

export const TYPES = [
  ["jpeg", "image/jpeg", "jpg"],
  ["png", "image/png", "png"],
  ["gif", "image/gif", "gif"],
  ["webp", "image/webp", "webp"],
  ["avif", "image/avif", "avif"],
] as const;

/** Creates an image whose left half is red and whose right half is blue. */
export const twoColours = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: "blue" } },
      gravity: "east",
    },
  ]);

export const ACCOUNT: ImageSender = { account: 1 };

export const render = (bytes: Uint8Array, options: ImageRendererOptions = {}) =>
  createImageRenderer(options).render(bytes, ACCOUNT);

export const rendered = async (
  bytes: Uint8Array,
  options: ImageRendererOptions = {},
): Promise<RenderedImage> => {
  const answer = await render(bytes, options);
  if ("refusal" in answer) throw new Error(answer.refusal);
  return answer.image;
};

/** Returns the dimensions of each size of a rendered image, by name. */
export const dimensions = ({ sizes }: RenderedImage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sizes).map(([name, { width, height }]) => [name, `${width}x${height}`]));
