import type { ImageRefusal } from "@kalends/core";

/** Ends the work on an image; its callers answer the refusal. */
export class Refused extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.name = "Refused";
    this.refusal = refusal;
  }
}
