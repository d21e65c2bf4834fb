export type { DirectoryBlobStoreOptions } from "./directory-blob-store.ts";
export { openDirectoryBlobStore } from "./directory-blob-store.ts";
export type { ImageFetcherOptions } from "./image-fetcher.ts";
export { createImageFetcher } from "./image-fetcher.ts";
export type { ImageRendererOptions } from "./image-renderer.ts";
export { createImageRenderer } from "./image-renderer.ts";
export type { ResolveHost } from "./network/exchange.ts";
export { createGuardedFetch, type GuardedFetchSettings } from "./network/guarded-fetch.ts";
export type { NetworkOptions } from "./network/guarded-network.ts";
