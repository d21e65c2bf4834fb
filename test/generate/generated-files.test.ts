import { readFileSync } from "node:fs";
import { expect } from "chai";
import { generateFiles } from "./generated-files.ts";

describe("generated files", () => {
  it("hold what the interface says of itself; npm run generate writes them anew", async function () {
    this.timeout(30_000);
    for (const { path, text } of await generateFiles()) {
      const committed = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
      expect(committed, path).to.equal(text);
    }
  });
});
