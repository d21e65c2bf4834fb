import { readdirSync, readFileSync } from "node:fs";
import type { PluginModule } from "@kalends/core/interface";
import { expect } from "chai";

const PLUGINS = new URL("../../../../plugins/", import.meta.url);

interface Manifest {
  readonly name: string;
  readonly kalends?: { readonly variablePrefix: string };
}

const MANIFESTS: readonly Manifest[] = readdirSync(PLUGINS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(new URL(`${name}/package.json`, PLUGINS), "utf8")));

describe("the package.json of plugins", () => {
  it("says what their variables begin with, if they have any, and no two say the same", async () => {
    for (const { name, kalends } of MANIFESTS) {
      const { optionsSchema = {} }: PluginModule = await import(name);
      const variables = Object.values(optionsSchema).map(({ variable }) => variable);
      expect(kalends === undefined, name).to.equal(variables.length === 0);
      const others = variables.filter((variable) => !variable.startsWith(kalends?.variablePrefix ?? ""));
      expect(others, name).to.deep.equal([]);
    }
    const prefixes = MANIFESTS.flatMap(({ kalends }) => kalends?.variablePrefix ?? []);
    for (const prefix of prefixes)
      expect(prefixes.filter((other) => other.startsWith(prefix))).to.deep.equal([prefix]);
  });
});
