import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Context } from "koa";

/**
 * Starts Swagger UI on the document that the page names; no other one can be loaded, not even by the page's own address.
 * Examples of filters go into their descriptions: Swagger UI would send all of them together.
 */
const START = `"use strict";
const place = document.getElementById("docs");
const withoutPrefills = (spec) => {
  for (const operations of Object.values(spec.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) {
        if (parameter.in !== "query" || parameter.example === undefined) continue;
        parameter.description += " \\u2013 " + [].concat(parameter.example).join(",");
        delete parameter.example;
      }
    }
  }
  return spec;
};
const start = (spec) => SwaggerUIBundle({
  domNode: place,
  spec,
  queryConfigEnabled: false,
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
});
fetch(place.dataset.document)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
  .then((spec) => start(withoutPrefills(spec)))
  .catch((error) => { place.textContent = "The document cannot be loaded: " + error.message; });
`;

interface Asset {
  readonly type: string;
  /** Changes with the content. */
  readonly version: string;
  read(): Promise<string | Buffer>;
}

export type DocsAssetName = "swagger-ui.css" | "swagger-ui-bundle.js" | "start.js";

export interface DocsAssets {
  /** The path of an asset below `/docs`, which never means anything else. */
  pathOf(name: DocsAssetName): string;
  /** Answers with the asset at a path below `/docs`; false when there is none. */
  send(ctx: Context, path: string): Promise<boolean>;
}

const CSS = "text/css; charset=UTF-8";
const SCRIPT = "text/javascript; charset=UTF-8";
const YEAR = 365 * 24 * 60 * 60;

/** What the page with the documentation loads, found on our own disk when it is made. */
export const createDocsAssets = (): DocsAssets => {
  const { resolve } = createRequire(import.meta.url);
  const { version } = createRequire(import.meta.url)("swagger-ui-dist/package.json") as {
    readonly version: string;
  };
  const fromSwaggerUi = (name: string, type: string): Asset => ({
    type,
    version,
    read: () => readFile(resolve(`swagger-ui-dist/${name}`)),
  });
  const assets: Readonly<Record<DocsAssetName, Asset>> = {
    "swagger-ui.css": fromSwaggerUi("swagger-ui.css", CSS),
    "swagger-ui-bundle.js": fromSwaggerUi("swagger-ui-bundle.js", SCRIPT),
    "start.js": {
      type: SCRIPT,
      version: hash("sha1", START, "hex").slice(0, 12),
      read: () => Promise.resolve(START),
    },
  };
  const pathOf: DocsAssets["pathOf"] = (name) => `/assets/${assets[name].version}/${name}`;
  const names: readonly DocsAssetName[] = ["swagger-ui.css", "swagger-ui-bundle.js", "start.js"];
  const byPath = new Map(names.map((name) => [pathOf(name), assets[name]]));
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
