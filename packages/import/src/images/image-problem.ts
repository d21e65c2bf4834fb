import type { RefusedImage } from "@kalends/core";

/** Explanation of why an image file was not copied to this server. */
export interface ImageProblem {
  /** Reason as text, with advice for the operator if possible. */
  readonly reason: string;
  /** True if the file no longer exists at the source either, so the operator cannot fix the problem. */
  readonly isGone: boolean;
}

export type OnImageProblem = (address: string, problem: ImageProblem) => Promise<void>;

const ADVICE: Readonly<Partial<Record<RefusedImage["refusal"], string>>> = {
  "forbidden-address":
    "its host has no public address: if you trust it, add it to imageAllowHosts or KALENDS_IMAGE_ALLOW_HOSTS",
  "image-unreachable": "its server does not return the file: try the address in a browser",
  "image-too-slow": "its server takes too long: run the import again",
};

/** Describes why the fetcher or the renderer refused an image. */
export const toImageProblem = (address: string, { refusal, status }: RefusedImage): ImageProblem => {
  const isGone = status === 404 || status === 410;
  const advice = isGone ? "the old site does not have it either" : ADVICE[refusal];
  const why = [refusal, ...(status === undefined ? [] : [status])].join(" ");
  return {
    reason: `the image ${address} was not copied: ${why}${advice === undefined ? "" : ` (${advice})`}`,
    isGone,
  };
};
