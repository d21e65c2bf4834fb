import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPlace } from "../../kalends/kalends-process.ts";
import { pluginNames, publishedPackages, ROOT } from "../../packages/published-packages.ts";
import type { FoundExpression } from "./find-expressions.ts";

/** Modules that are not imported. Scripts would do their work, and modules of the element need a browser. */
const NOT_IMPORTED = /(?:^|\/)(?:main|[\w-]+-(?:main|child|thread))\.js$|\/libraries\/|\.test\.js$/;

const OURS = /\/((?:packages|plugins)\/[\w-]+\/dist\/[\w/.-]+\.js)/;

/**
 * Starts a calendar with all plugins in this process. Its routes and page paths are compiled to regular
 * expressions.
 */
const serveOnce = async (): Promise<void> => {
  const place = createPlace();
  try {
    const served = await place.serve({ KALENDS_PLUGINS: pluginNames().join() });
    await served.end("SIGTERM");
  } finally {
    await place.clear();
  }
};

/**
 * Returns the regular expressions that `new RegExp` creates while modules are loaded and a calendar starts.
 * Bundled libraries are left out.
 */
export const expressionsMadeAtStart = async (): Promise<readonly FoundExpression[]> => {
  const found: FoundExpression[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, parameters: [string | RegExp, string?]) {
      const made = new target(...parameters);
      const [, , caller = ""] = (new Error().stack ?? "").split("\n");
      const place = OURS.exec(caller)?.[1];
      if (place !== undefined && !place.includes("/libraries/"))
        found.push({ place, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const { folder } of publishedPackages().filter(
      (one) => !/element|create-kalends/.test(one.folder),
    )) {
      const names = readdirSync(join(ROOT, folder, "dist"), { recursive: true, encoding: "utf8" });
      // The query string makes Node.js evaluate a module again that is already loaded.
      for (const name of names.filter((one) => one.endsWith(".js") && !NOT_IMPORTED.test(one)))
        await import(`${pathToFileURL(join(ROOT, folder, "dist", name)).href}?expressions`);
    }
    await serveOnce();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
};
