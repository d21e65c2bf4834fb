import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** The packages that a compiled module, and whatever of its own package it imports, loads before it runs. */
const packagesOf = (module: string): ReadonlySet<string> => {
  const packages = new Set<string>();
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
  return packages;
};

describe("what is loaded before it is used", () => {
  it("is nothing of imports for a calendar that is served, nor for the help", () => {
    for (const module of ["./hosting/open-calendar.js", "./command-line.js"])
      expect([...packagesOf(module)], module)
        .to.include("@kalends/http")
        .and.not.include("@kalends/import");
  });
});
