import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

describe("npm run pack", () => {
  for (const name of ["pack", "sbom"])
    it(`says in one line what is missing (${name})`, () => {
      const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
      const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
      expect([status, stdout]).to.deep.equal([2, ""]);
      expect(stderr).to.match(new RegExp(`^Name the .*: npm run ${name} -- \\S+\\n$`));
    });
});
