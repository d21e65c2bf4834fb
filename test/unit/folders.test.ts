import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const SOURCE = fileURLToPath(new URL("../../../packages/http/src", import.meta.url));

/**
 * Folders of the HTTP package, in the order in which a request passes through them. No folder may import a
 * later one. Files outside folders connect them and may import all.
 */
const FOLDERS: readonly string[] = [
  ..."errors messages request page-addresses recurrence-text representation presenters route response".split(
    " ",
  ),
  ..."idempotency document event-stream formats routes in-process batch pages website".split(" "),
];

const folderOf = (path: string): string => (path.includes(sep) ? (path.split(sep)[0] ?? "") : "");

const FILES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

/** Returns pairs of files. The first file of a pair imports the second. */
const readImports = (): readonly (readonly [file: string, imported: string])[] =>
  FILES.flatMap((file) =>
    [...readFileSync(join(SOURCE, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(
      ([, address = ""]) => [file, normalize(join(dirname(file), address))] as const,
    ),
  );

describe("the folders of the interface", () => {
  it("are all in the order, and the order has no others", () => {
    const folders = new Set(FILES.map(folderOf));
    expect([...folders].filter(Boolean)).to.have.members(FOLDERS);
  });

  it("import from earlier ones alone", () => {
    const backwards = readImports().filter(([file, imported]) => {
      const [from, to] = [folderOf(file), folderOf(imported)];
      return from !== "" && to !== "" && FOLDERS.indexOf(to) > FOLDERS.indexOf(from);
    });
    expect(backwards).to.deep.equal([]);
  });
});
