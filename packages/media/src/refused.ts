import type { ImageRefusal, RefusedImage } from "@kalends/core";

/** Ends the work on an image; its callers answer the refusal. */
export class Refused extends Error {
  readonly image: RefusedImage;

  constructor(refusal: ImageRefusal, rest: Omit<RefusedImage, "refusal"> = {}) {
    super(refusal);
    this.name = "Refused";
    this.image = { refusal, ...rest };
  }
}
