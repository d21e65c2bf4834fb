import { VERSION } from "../version.ts";

/** Why a plugin does not go with this version of the core; `undefined` when it does. */
export const coreProblem = async (plugin: string, range: string): Promise<string | undefined> => {
  // Loaded only where it is needed.
  const { satisfies, validRange } = await import("semver");
  // All our packages have one version.
  if (satisfies(VERSION, range, { includePrerelease: true })) return undefined;
  const reason = validRange(range) === null ? "which is no range of versions" : `but this is ${VERSION}`;
  return `The plugin ${plugin} needs version ${range} of @kalends/core, ${reason}`;
};
