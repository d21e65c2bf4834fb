import type { ImageRefusal, RefusedImage } from "@kalends/core";

/** Reason why an image was not copied to this server. */
export interface ImageProblem {
  /** Reason as text, with advice if there is any. */
  readonly reason: string;
  /** True if the source no longer has the file either, so that nothing can be done here. */
  readonly isGone: boolean;
}

export type OnImageProblem = (address: string, problem: ImageProblem) => Promise<void>;

const ADVICE: Readonly<Partial<Record<ImageRefusal, string>>> = {
  "forbidden-address":
    "its host has no address, or one in your own network: if you trust it, name it in imageAllowHosts or KALENDS_IMAGE_ALLOW_HOSTS",
  "image-unreachable": "its server does not answer with the file: open the address in a browser",
  "image-too-slow": "its server takes too long: import again",
};

/** Describes why the fetcher or the renderer refused an image. */
export const toImageProblem = (address: string, { refusal, status }: RefusedImage): ImageProblem => {
  const isGone = status === 404 || status === 410;
  const advice = isGone ? "the old site does not have it, either" : ADVICE[refusal];
  const why = [refusal, ...(status === undefined ? [] : [status])].join(" ");
  return {
    reason: `the image ${address} stays there: ${why}${advice === undefined ? "" : ` (${advice})`}`,
    isGone,
  };
};
