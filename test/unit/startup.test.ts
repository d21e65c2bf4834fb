import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/**
 * Returns the packages and modules of this project that a compiled module loads before it runs, directly or
 * through other modules.
 */
const loadedBy = (module: string): ReadonlySet<string> => {
  const packages = new Set<string>();
  const root = new URL(".", import.meta.resolve("kalends/internals")).href;
  const seen = new Set<string>();
  const visit = (url: string): void => {
    if (seen.has(url)) return;
    seen.add(url);
    const text = readFileSync(fileURLToPath(url), "utf8");
    for (const [, from = ""] of text.matchAll(/^(?:import|export) (?:[^;="]*? from )?"([^"]+)";$/gm)) {
      if (from.startsWith(".")) visit(new URL(from, url).href);
      else packages.add(from);
    }
  };
  visit(new URL(module, import.meta.resolve("kalends/internals")).href);
  return new Set([...packages, ...[...seen].map((url) => url.slice(root.length))]);
};

describe("what is loaded before it is used", () => {
  it("is nothing of imports for a calendar that is served, nor for the help", () => {
    for (const module of ["./hosting/open-calendar.js", "./command-line.js"])
      expect([...loadedBy(module)], module)
        .to.include("@kalends/http")
        .and.not.include("@kalends/import");
  });

  it("is nothing that measures", () => {
    const loaded = [...loadedBy("./start.js")];
    expect(loaded).to.include("storage/store-time.js");
    expect(loaded.filter((name) => name.includes("libraries/metrics"))).to.deep.equal([]);
  });
});
