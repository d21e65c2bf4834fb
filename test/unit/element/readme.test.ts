import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ATTRIBUTES } from "@kalends/element/internals";
import { expect } from "chai";

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve("@kalends/element"))), "..");

/** Compiled modules of the element. */
const SOURCE = readdirSync(join(PACKAGE, "dist"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".js") && file !== "kalends-calendar.js")
  .map((file) => readFileSync(join(PACKAGE, "dist", file), "utf8"))
  .join("\n");

const found = (pattern: RegExp): readonly string[] => [
  ...new Set([...SOURCE.matchAll(pattern)].map(([, name = ""]) => name)),
];

describe("packages/element/README.md", () => {
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const cases = [
    ["attribute", ATTRIBUTES],
    ["custom property", found(/var\((--kalends-[\w-]+)/g)],
    ["part", found(/part: ["`]([\w-]+)/g)],
    ["kind of problem", found(/\b(unreachable|tooSlow|refused|failed|unreadable|noAddress|badAddress)\b/g)],
    ["name that can be hidden", found(/isShown\(context, "(\w+)"\)/g)],
  ] as const;
  for (const [what, names] of cases) {
    it(`names every ${what}`, () => {
      expect(names).to.have.length.above(4);
      const code = [...readme.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = ""]) => text.split(" "));
      expect(names.filter((name) => !code.includes(name))).to.deep.equal([]);
    });
  }
});
