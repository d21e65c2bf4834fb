import type { ImageRefusal, RefusedImage } from "@kalends/core";

/** Why an image stays where it is. */
export interface ImageProblem {
  /** In words, with what helps. */
  readonly reason: string;
  /** The source does not have its file any more: nothing can be done here. */
  readonly isGone: boolean;
}

export type OnImageProblem = (address: string, problem: ImageProblem) => Promise<void>;

const ADVICE: Readonly<Partial<Record<ImageRefusal, string>>> = {
  "forbidden-address":
    "its host has no address, or one in your own network: if you trust it, name it in imageAllowHosts or KALENDS_IMAGE_ALLOW_HOSTS",
  "image-unreachable": "its server does not answer with the file: open the address in a browser",
  "image-too-slow": "its server takes too long: import again",
};

/** Describes why an image was refused by the fetcher or the renderer. */
export const toImageProblem = (address: string, { refusal, status }: RefusedImage): ImageProblem => {
  const isGone = status === 404 || status === 410;
  const advice = isGone ? "the old site does not have it, either" : ADVICE[refusal];
  const why = [refusal, ...(status === undefined ? [] : [status])].join(" ");
  return {
    reason: `the image ${address} stays there: ${why}${advice === undefined ? "" : ` (${advice})`}`,
    isGone,
  };
};
