import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "koa";
import { DOCS_STYLE, START } from "./docs-client.ts";

interface Asset {
  readonly type: string;
  /** Changes with the content. */
  readonly version: string;
  read(): Promise<string | Buffer>;
}

export type DocsAssetName = "swagger-ui.css" | "docs.css" | "swagger-ui-bundle.js" | "start.js";

export interface DocsAssets {
  /** The path of an asset below `/docs`, which never means anything else. */
  pathOf(name: DocsAssetName): string;
  /** Answers with the asset at a path below `/docs`; false when there is none. */
  send(ctx: Context, path: string): Promise<boolean>;
}

const CSS = "text/css; charset=UTF-8";
const SCRIPT = "text/javascript; charset=UTF-8";
const YEAR = 365 * 24 * 60 * 60;

const fromText = (text: string, type: string): Asset => ({
  type,
  version: hash("sha1", text, "hex").slice(0, 12),
  read: () => Promise.resolve(text),
});

/** In the published package its files lie next to ours; in the repository it is installed. */
const swaggerUiFolder = (): string => {
  const packed = fileURLToPath(new URL("../../swagger-ui", import.meta.url));
  if (existsSync(packed)) return packed;
  return dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
};

/** What the page with the documentation loads, found on our own disk when it is made. */
export const createDocsAssets = (): DocsAssets => {
  const folder = swaggerUiFolder();
  const { version } = createRequire(import.meta.url)(join(folder, "package.json")) as {
    readonly version: string;
  };
  const fromSwaggerUi = (name: string, type: string): Asset => ({
    type,
    version,
    read: () => readFile(join(folder, name)),
  });
  const assets: Readonly<Record<DocsAssetName, Asset>> = {
    "swagger-ui.css": fromSwaggerUi("swagger-ui.css", CSS),
    "swagger-ui-bundle.js": fromSwaggerUi("swagger-ui-bundle.js", SCRIPT),
    "docs.css": fromText(DOCS_STYLE, CSS),
    "start.js": fromText(START, SCRIPT),
  };
  const pathOf: DocsAssets["pathOf"] = (name) => `/assets/${assets[name].version}/${name}`;
  const byPath = new Map(
    Object.entries(assets).map(([name, asset]) => [`/assets/${asset.version}/${name}`, asset]),
  );
  return {
    pathOf,
    async send(ctx, path) {
      const asset = byPath.get(path);
      if (asset === undefined) return false;
      ctx.set({
        "Content-Type": asset.type,
        "Cache-Control": `public, max-age=${YEAR}, immutable`,
        "X-Content-Type-Options": "nosniff",
      });
      ctx.body = await asset.read();
      return true;
    },
  };
};
