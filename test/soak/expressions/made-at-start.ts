import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPlace } from "../../kalends/kalends-process.ts";
import { pluginNames, publishedPackages, ROOT } from "../../packages/published-packages.ts";
import type { FoundExpression } from "./find-expressions.ts";

/** Programs do something when they are imported, and modules of the element need a browser. */
const NOT_IMPORTED = /(?:^|\/)(?:main|[\w-]+-(?:main|child|thread))\.js$|\/libraries\/|\.test\.js$/;

const OURS = /\/((?:packages|plugins)\/[\w-]+\/dist\/[\w/.-]+\.js)/;

/** With all plugins, in this process: routes and addresses of pages become expressions when it starts. */
const serveOnce = async (): Promise<void> => {
  const place = createPlace();
  try {
    const served = await place.serve({ KALENDS_PLUGINS: pluginNames().join() });
    await served.end("SIGTERM");
  } finally {
    await place.clear();
  }
};

/** Those that modules of ours make with `new RegExp` when they are loaded, and then when a calendar starts; bundled libraries answer for their own. */
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
      // A module that was imported before is not evaluated again.
      for (const name of names.filter((one) => one.endsWith(".js") && !NOT_IMPORTED.test(one)))
        await import(`${pathToFileURL(join(ROOT, folder, "dist", name)).href}?expressions`);
    }
    await serveOnce();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
};
