import type { RefusedImage } from "@kalends/core";

/** Error that ends the work on an image. The renderer returns its refusal. */
export class Undecodable extends Error {
  readonly refusal: RefusedImage["refusal"];

  constructor(refusal: RefusedImage["refusal"]) {
    super(refusal);
    this.name = "Undecodable";
    this.refusal = refusal;
  }
}

/**
 * Creates the error for an image file that is truncated or contradictory, or that has far more parts than an
 * image needs.
 */
export const damaged = (): Undecodable => new Undecodable("image-damaged");
