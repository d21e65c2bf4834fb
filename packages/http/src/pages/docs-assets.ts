import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "koa";
import { DOCS_STYLE, START } from "./docs-client.ts";

/** Contents of the assets of Kalends. The other assets are files of Swagger UI. */
const TEXTS: Readonly<Record<string, string>> = { "docs.css": DOCS_STYLE, "start.js": START };

type DocsAssetName = "docs.css" | "start.js" | "swagger-ui.css" | "swagger-ui-bundle.js";

export interface DocsAssets {
  /**
   * Returns the path of an asset below `/docs`. The path contains the version of the asset, so its content
   * never changes.
   */
  pathOf(name: DocsAssetName): string;
  /** Sends the asset at a path below `/docs`. Returns false if no asset has that path. */
  send(ctx: Context, path: string): Promise<boolean>;
}

const YEAR = 365 * 24 * 60 * 60;

const versionOf = (text: string): string => hash("sha1", text, "hex").slice(0, 12);

/**
 * Returns the folder of Swagger UI: inside the published package, but in `node_modules` in the repository.
 */
const swaggerUiFolder = (): string => {
  const packed = fileURLToPath(new URL("../../swagger-ui", import.meta.url));
  if (existsSync(packed)) return packed;
  return dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
};

/** Creates the assets of the documentation page, which are served from the local disk. */
export const createDocsAssets = (): DocsAssets => {
  const folder = swaggerUiFolder();
  const { version } = createRequire(import.meta.url)(join(folder, "package.json")) as {
    readonly version: string;
  };
  const versions: Readonly<Record<DocsAssetName, string>> = {
    "swagger-ui.css": version,
    "swagger-ui-bundle.js": version,
    "docs.css": versionOf(DOCS_STYLE),
    "start.js": versionOf(START),
  };
  const toPath = (name: string, assetVersion: string): string => `/assets/${assetVersion}/${name}`;
  return {
    pathOf: (name) => toPath(name, versions[name]),
    async send(ctx, path) {
      const [name] = Object.entries(versions).find((asset) => toPath(...asset) === path) ?? [];
      if (name === undefined) return false;
      ctx.set({
        "Content-Type": `text/${name.endsWith(".css") ? "css" : "javascript"}; charset=UTF-8`,
        "Cache-Control": `public, max-age=${YEAR}, immutable`,
        "X-Content-Type-Options": "nosniff",
      });
      ctx.body = TEXTS[name] ?? (await readFile(join(folder, name)));
      return true;
    },
  };
};
