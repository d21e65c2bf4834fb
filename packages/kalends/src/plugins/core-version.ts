import { VERSION } from "../version.ts";

/**
 * Returns the reason why a plugin does not support this version of `@kalends/core`. Returns `undefined` if it
 * does.
 */
export const coreProblem = async (plugin: string, range: string): Promise<string | undefined> => {
  // Import semver only if a plugin requires a version.
  const { satisfies, validRange } = await import("semver");
  // All packages of Kalends have the same version number.
  if (satisfies(VERSION, range, { includePrerelease: true })) return undefined;
  const reason = validRange(range) === null ? "which is not a valid version range" : `but this is ${VERSION}`;
  return `The plugin ${plugin} needs version ${range} of @kalends/core, ${reason}`;
};
