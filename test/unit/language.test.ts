import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const CHECK = fileURLToPath(new URL("../../language/check.js", import.meta.url));
const LONG = `${"word ".repeat(36)}end.`;

describe("the check of the language", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-language-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const check = (path: string, text: string): { readonly status: number | null; readonly output: string } => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    const { status, stderr } = spawnSync(process.execPath, [CHECK, folder], { encoding: "utf8" });
    return { status, output: stderr };
  };

  const REFUSED: readonly (readonly [why: string, path: string, text: string, message: string])[] = [
    [
      "doc comments that begin with a clause",
      "lib/a.ts",
      "/**\n * What is kept.\n */\n",
      ":1: The doc comment begins",
    ],
    [
      "banned words in comments",
      "lib/a.ts",
      "\n// It has settled by then.\n",
      ':2: The comment says "settled"',
    ],
    ["banned words in names", "lib/a.ts", "const isSettled = 1;\n", ':1: The name "isSettled"'],
    ["banned bounds", "lib/a.js", "const MOST_ROWS = 1;\n", ':1: The name "MOST_ROWS"'],
    ["long sentences in documents", "guide/a.md", `# Title\n\n- ${LONG}\n`, ":3: A sentence has 37 words"],
    ["long sentences in tables", "guide/a.md", `| a |\n|---|\n| ${LONG} |\n`, ":3: A sentence has 37 words"],
  ];
  for (const [why, path, text, message] of REFUSED)
    it(`refuses ${why}`, () => {
      const { status, output } = check(path, text);
      expect(status).to.equal(1);
      expect(output).to.include(`${path}${message}`);
    });

  const ACCEPTED: readonly (readonly [what: string, path: string, text: string])[] = [
    ["plain doc comments", "lib/a.ts", "/** Returns the next free slug. */\nexport const a = 1;\n"],
    ["names of the platform", "lib/a.ts", "await Promise.allSettled([]);\n"],
    ["banned words in texts", "lib/a.ts", 'const a = "It was told.";\n'],
    ["code in documents", "guide/a.md", `\`\`\`\n${LONG}\n\`\`\`\n`],
    [
      "sentences that end in a paragraph",
      "guide/a.md",
      `${"word ".repeat(30)}end. ${"word ".repeat(30)}end.\n`,
    ],
  ];
  for (const [what, path, text] of ACCEPTED)
    it(`accepts ${what}`, () => {
      const { status, output } = check(path, text);
      expect(output).to.equal("");
      expect(status).to.equal(0);
    });
});
