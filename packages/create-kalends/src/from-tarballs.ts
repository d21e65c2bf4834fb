import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Manifest, Ranges } from "./manifest.ts";

const isOurs = (name: string): boolean => name === "kalends" || name.startsWith("@kalends/");

/** As `npm pack` names the tarballs of our packages. */
const nameOf = (file: string): string | undefined => {
  const [, packed] = /^((?:create-)?kalends(?:-[a-z][a-z-]*)?)-\d+\..*\.tgz$/.exec(file) ?? [];
  return packed?.replace(/^kalends-/, "@kalends/");
};

/**
 * The same with our packages from tarballs in a folder, those included that they need themselves: until there is a release, the
 * registry has none of them.
 */
export const fromTarballs = (manifest: Manifest, packages: string): Manifest => {
  const folder = resolve(packages);
  const found: Record<string, string> = {};
  for (const file of readdirSync(folder)) {
    const name = nameOf(file);
    if (name !== undefined) found[name] = `file:${join(folder, file)}`;
  }
  const taken = (ranges: Ranges): Ranges =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => {
        if (!isOurs(name)) return [name, range];
        const tarball = found[name];
        if (tarball === undefined) throw new Error(`There is no tarball of ${name} in ${packages}`);
        return [name, tarball];
      }),
    );
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    ...(dependencies && { dependencies: taken(dependencies) }),
    ...(devDependencies && { devDependencies: taken(devDependencies) }),
    overrides: found,
  };
};
