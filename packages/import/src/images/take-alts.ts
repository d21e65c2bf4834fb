import type { Image, Store } from "@kalends/core";

/** Gives images that are here without an alt text the one that a source has. */
export interface AltTaking {
  /** An image as a source has it. */
  take(image: Pick<Image, "url" | "alt">): Promise<void>;
  /** How many were given one, or would be. */
  taken(): number;
}

/** An image that has one here keeps it. `dryRun`: counts only. Source: rules/choices.md#import-alt-texts. */
export const createAltTaking = (store: Store, dryRun: boolean): AltTaking => {
  let count = 0;
  return {
    async take({ url, alt }) {
      if (alt === undefined) return;
      const known = await store.images.findByUrl(url);
      if (known === undefined || known.alt !== undefined) return;
      count += 1;
      if (dryRun) return;
      await store.transaction(async ({ images }) => {
        const image = await images.find(known.id);
        if (image !== undefined && image.alt === undefined) await images.save({ ...image, alt });
      });
    },
    taken: () => count,
  };
};
