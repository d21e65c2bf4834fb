import { createRequire } from "node:module";
import { version as nodeVersion } from "node:process";

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };

/** Version of this package, such as `1.2.3`. */
export const VERSION: string = version;

/** Version of Node, such as `20.19.0`. */
export const NODE_VERSION: string = nodeVersion.slice(1);
