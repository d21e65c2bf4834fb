import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolders } from "./locate-plugin.ts";

const SCOPE = "@kalends";

interface Manifest {
  readonly name: string;
  readonly kalends?: { readonly variablePrefix?: string };
}

/** An installed plugin, active or not, and the prefix of its environment variables. */
interface VariableOwner {
  readonly package: string;
  readonly prefix: string;
}

/**
 * Returns the installed plugins of Kalends with the prefixes of their environment variables. The prefix comes
 * from `kalends.variablePrefix` in `package.json`, so that no code of inactive plugins runs.
 */
export const variableOwners = (): readonly VariableOwner[] =>
  packageFolders(SCOPE).flatMap((folder) =>
    namesIn(join(folder, SCOPE)).flatMap((name) => ownerAt(join(folder, SCOPE, name))),
  );

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist: most folders have no packages of Kalends.
    return [];
  }
};

const ownerAt = (folder: string): readonly VariableOwner[] => {
  try {
    const { name, kalends }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const prefix = kalends?.variablePrefix;
    return prefix === undefined ? [] : [{ package: name, prefix }];
  } catch {
    // The folder is not a package, or its `package.json` is damaged.
    return [];
  }
};
