import { Readable } from "node:stream";
import type { BlobStore, ImageFetcher, ImageRenderer } from "@kalends/core";
import type { OperationDeps } from "@kalends/core/interface";
import type { ImageRefusal, RenderedFile } from "@kalends/core/internals";

/** Blob store in memory. */
export interface MemoryBlobStore extends BlobStore {
  names(): readonly string[];
}

export const createMemoryBlobStore = (): MemoryBlobStore => {
  const kept = new Map<string, Buffer>();
  return {
    names: () => [...kept.keys()].sort(),
    async put(name, bytes) {
      if (kept.has(name)) return false;
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      kept.set(name, Buffer.concat(pieces));
      return true;
    },
    size: async (name) => kept.get(name)?.length,
    async read(name, { first, last } = { first: 0, last: Number.POSITIVE_INFINITY }) {
      const bytes = kept.get(name);
      return bytes && Readable.from([bytes.subarray(first, last + 1)], { objectMode: false });
    },
    remove: async (name) => kept.delete(name),
    readAfter: async (name, limit) =>
      [...kept.keys()]
        .sort()
        .filter((other) => other > name)
        .slice(0, limit),
    close: async () => undefined,
  };
};

/** Returns bytes that the fakes of this module accept as an image. They consist of this text. */
export const picture = (width: number, height: number): Buffer => Buffer.from(`picture ${width}x${height}`);

const isRefusal = (text: string): text is ImageRefusal => text.startsWith("image-");

/**
 * Fake renderer. It accepts the bytes of `picture`. For bytes that name a refusal, it refuses with that
 * reason. Large images also get a thumbnail.
 */
export const fakeRenderer: ImageRenderer = {
  async render(bytes) {
    const text = Buffer.from(bytes).toString();
    const [, width, height] = /^picture (\d+)x(\d+)$/.exec(text) ?? [];
    if (width === undefined || height === undefined)
      return { refusal: isRefusal(text) ? text : "not-an-image" };
    const file: RenderedFile = {
      mimeType: "image/png",
      extension: "png",
      width: Number(width),
      height: Number(height),
    };
    const isLarge = file.width > 150 && file.height > 150;
    const thumbnail = { ...file, width: 150, height: 150, bytes: picture(150, 150) };
    return { image: { ...file, bytes, sizes: isLarge ? { thumbnail } : {} } };
  },
};

/** Fake web with files by URL. `check` and `fetch` can have different results. */
export interface FakeWeb extends ImageFetcher {
  /** Files by URL: their bytes, or the reason why they cannot be fetched. */
  readonly files: Map<string, Uint8Array | ImageRefusal>;
  /** Requests in order, such as `GET https://...`. */
  readonly requests: string[];
}

export const createFakeWeb = (): FakeWeb => {
  const files = new Map<string, Uint8Array | ImageRefusal>();
  const requests: string[] = [];
  return {
    files,
    requests,
    async check(url) {
      requests.push(`HEAD ${url}`);
      const found = files.get(url) ?? "image-unreachable";
      return typeof found === "string" ? { refusal: found } : undefined;
    },
    async fetch(url) {
      requests.push(`GET ${url}`);
      const found = files.get(url) ?? "image-unreachable";
      return typeof found === "string" ? { refusal: found } : { bytes: found };
    },
  };
};

/** Ports for images that operations need. */
export type ImagePorts = Pick<OperationDeps, "blobStore" | "imageFetcher" | "imageRenderer" | "newToken">;

export const createImagePorts = (): ImagePorts & {
  readonly blobStore: MemoryBlobStore;
  readonly imageFetcher: FakeWeb;
} => {
  let tokens = 0;
  return {
    blobStore: createMemoryBlobStore(),
    imageFetcher: createFakeWeb(),
    imageRenderer: fakeRenderer,
    newToken: () => {
      tokens += 1;
      return `token${tokens}`;
    },
  };
};
