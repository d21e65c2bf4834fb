import type { ImageRefusal } from "@kalends/core";

/** Ends the work on an image; the renderer returns the refusal. */
export class Undecodable extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.name = "Undecodable";
    this.refusal = refusal;
  }
}

/** For a container that breaks off, contradicts itself, or has far more parts than any image needs. */
export const damaged = (): Undecodable => new Undecodable("image-damaged");
