import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };

/** Of this package, such as `1.2.3`. */
export const VERSION: string = version;
