import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Manifest, Ranges } from "./manifest.ts";

const isKalendsPackage = (name: string): boolean => name === "kalends" || name.startsWith("@kalends/");

/**
 * Returns the package name of a Kalends tarball that `npm pack` created, such as `@kalends/import`. Returns
 * `undefined` for other files.
 */
const nameOf = (file: string): string | undefined => {
  const [, packed] = /^((?:create-)?kalends(?:-[a-z][a-z-]*)?)-\d+\..*\.tgz$/.exec(file) ?? [];
  return packed?.replace(/^kalends-/, "@kalends/");
};

/**
 * Returns a copy of the manifest with which npm installs all Kalends packages from the tarballs in the folder
 * `packages`, including indirect dependencies. Projects need such a manifest until Kalends is published to
 * the registry. Throws an `Error` if the manifest lists a Kalends package of which the folder has no tarball.
 */
export const fromTarballs = (manifest: Manifest, packages: string): Manifest => {
  const folder = resolve(packages);
  const found: Record<string, string> = {};
  for (const file of readdirSync(folder)) {
    const name = nameOf(file);
    if (name !== undefined) found[name] = `file:${join(folder, file)}`;
  }
  const withTarballs = (ranges: Ranges): Ranges =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => {
        if (!isKalendsPackage(name)) return [name, range];
        const tarball = found[name];
        if (tarball === undefined)
          throw new Error(
            `The folder ${packages} has no tarball of ${name}. Run npm run pack in the Kalends source.`,
          );
        return [name, tarball];
      }),
    );
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    ...(dependencies && { dependencies: withTarballs(dependencies) }),
    ...(devDependencies && { devDependencies: withTarballs(devDependencies) }),
    overrides: found,
  };
};
