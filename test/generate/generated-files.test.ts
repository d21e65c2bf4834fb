import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { CATALOGUES } from "@kalends/http/internals";
import { expect } from "chai";
import { generateFiles } from "./generated-files.ts";
import { collectSentences, readInterface } from "./interface-texts.ts";

describe("what the interface says of itself", () => {
  it("is in the English texts, all of which it uses", async function () {
    this.timeout(30_000);
    const texts = Object.entries(CATALOGUES.en.descriptions)
      .filter(([name]) => !name.startsWith("page."))
      .map(([, text]) => text);
    expect(collectSentences(await readInterface())).to.have.members(texts);
  });
});

describe("generated files", () => {
  it("hold what the interface says of itself; npm run generate writes them anew", async function () {
    this.timeout(30_000);
    for (const { path, text } of await generateFiles()) {
      const committed = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
      expect(committed, path).to.equal(text);
    }
  });

  it("names no type of the client like one that every program has", () => {
    const types = readFileSync(
      new URL("../../../packages/client/src/interface-types.ts", import.meta.url),
      "utf8",
    );
    const names = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(names).to.include.members(["CalendarEvent", "CalendarImage", "Venue"]);
    // Paths of the type declarations for browsers and JavaScript in the package of the compiler.
    const compiler = createRequire(createRequire(import.meta.url).resolve("typescript/package.json"));
    const platform = compiler.resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    );
    const globals = new Set(
      ["lib.dom.d.ts", "lib.es5.d.ts"].flatMap((file) =>
        [
          ...readFileSync(`${dirname(platform)}/lib/${file}`, "utf8").matchAll(
            /^(?:interface|declare var|type) (\w+)/gm,
          ),
        ].map(([, name]) => name),
      ),
    );
    for (const name of ["Event", "Error", "Image"]) expect(globals.has(name), name).to.equal(true);
    expect(names.filter((name) => globals.has(name))).to.deep.equal([]);
  });
});
