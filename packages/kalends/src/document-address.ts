import { createRequire } from "node:module";

interface Manifest {
  readonly repository: { readonly url: string };
}

const { repository } = createRequire(import.meta.url)("../package.json") as Manifest;

const SITE = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/**
 * Returns the public URL of a documentation page, for messages. Installations do not contain the pages.
 * `path` starts at the repository root, such as `docs/storage.md`.
 */
export const documentAddress = (path: string): string => `${SITE}/blob/main/${path}`;
