import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolders } from "./locate-plugin.ts";

const SCOPE = "@kalends";

interface Manifest {
  readonly name: string;
  readonly kalends?: { readonly variablePrefix?: string };
}

/** A plugin that is installed, on or off, and what its variables begin with. */
interface VariableOwner {
  readonly package: string;
  readonly prefix: string;
}

/**
 * Plugins of ours that are installed. Their `package.json` says what their variables begin with (`kalends.variablePrefix`), so that no code
 * of a plugin that is off runs.
 */
export const variableOwners = (): readonly VariableOwner[] =>
  packageFolders(SCOPE).flatMap((folder) =>
    namesIn(join(folder, SCOPE)).flatMap((name) => ownerAt(join(folder, SCOPE, name))),
  );

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // Most places have no packages of ours.
    return [];
  }
};

const ownerAt = (folder: string): readonly VariableOwner[] => {
  try {
    const { name, kalends }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const prefix = kalends?.variablePrefix;
    return prefix === undefined ? [] : [{ package: name, prefix }];
  } catch {
    // Damaged, or no package.
    return [];
  }
};
