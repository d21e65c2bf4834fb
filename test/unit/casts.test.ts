import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Maximum number of casts. Before you raise it, write a better type, such as a function that is generic in
 * the kind, or a `type` instead of an `interface`.
 */
const MAX = 5;

const CAST = /\bas (?:unknown as|never)\b/;
const COMMENT = /^(?:\/\/|\/\*|\*)/;

const sources = ["packages", "plugins"]
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name, "src")))
  .filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith(".ts"));

/** Returns each cast with the line before it. */
const casts = sources.flatMap((file) => {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    CAST.test(line) && !COMMENT.test(line.trim())
      ? [{ place: `${file}:${index + 1}`, before: lines[index - 1]?.trim() ?? "" }]
      : [],
  );
});

describe("casts that the compiler does not check", () => {
  it(`are at most ${MAX} in all sources`, () => {
    expect(casts.length, casts.map(({ place }) => place).join("\n")).to.be.within(1, MAX);
  });

  it("each have a comment on the line before", () => {
    expect(casts.filter(({ before }) => !COMMENT.test(before))).to.deep.equal([]);
  });
});
