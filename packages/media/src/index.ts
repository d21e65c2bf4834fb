export type { DirectoryBlobStoreOptions } from "./directory-blob-store.ts";
export { openDirectoryBlobStore } from "./directory-blob-store.ts";
