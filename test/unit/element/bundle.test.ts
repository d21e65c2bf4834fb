import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect } from "chai";

/** Maximum size in bytes after gzip compression. */
const MAX = 25 * 1000;

describe("kalends-calendar.js", () => {
  const bundle = readFileSync(fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js")));

  it("is small", () => {
    expect(gzipSync(bundle).length).to.be.at.most(MAX);
  });

  it("is a script by itself, and makes no HTML of what it gets", () => {
    const text = bundle.toString();
    expect(text).to.match(/^\/\*! @kalends\/element \d+\.\d+\.\d+ \| MIT \*\/\n/);
    const unwanted =
      /\b(?:import|export|require)\b\s*[({"'*]|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setHTML|sourceMappingURL/;
    expect(text).to.not.match(unwanted);
  });
});
