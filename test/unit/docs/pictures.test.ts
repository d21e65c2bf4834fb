import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

describe("pictures", () => {
  const SKIPPED = /(?:^|\/)(?:node_modules|dist|fixtures|\.git)(?:\/|$)/;
  const documentsBelow = (path: string): readonly string[] =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
      const below = join(path, entry.name);
      if (SKIPPED.test(below)) return [];
      if (entry.isDirectory()) return documentsBelow(below);
      return entry.name.endsWith(".md") ? [below] : [];
    });

  it("that documents name exist and have an alternative text", () => {
    const problems = documentsBelow(".").flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g)]
        .filter(([, text = "", picture = ""]) => {
          const isRemote = /^https?:/.test(picture);
          return text.trim() === "" || !(isRemote || existsSync(join(ROOT, dirname(path), picture)));
        })
        .map(([whole]) => `${path}: ${whole}`),
    );
    expect(problems).to.deep.equal([]);
  });

  it("are small, and named as the server serves them", () => {
    const pictures = readdirSync(join(ROOT, "docs/pictures"));
    expect(pictures).to.include("month.png");
    for (const name of pictures) {
      expect(name).to.match(/^[\w-]+\.(?:png|webp)$/);
      expect(statSync(join(ROOT, "docs/pictures", name)).size, name).to.be.below(150_000);
    }
  });
});
