import { createRequire } from "node:module";

interface Manifest {
  readonly repository: { readonly url: string };
}

const { repository } = createRequire(import.meta.url)("../package.json") as Manifest;

const SITE = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** Returns the address of a document for messages: no installation has the documents. `path` begins at the root, such as `docs/storage.md`. */
export const documentAddress = (path: string): string => `${SITE}/blob/main/${path}`;
