import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Only this document may use the package registry. */
const RELEASING = join("docs", "how-to", "release.md");
/** Files of jobs and services. They run where the packages of this project are not installed. */
const UNATTENDED = /^deploy[/\\]|\.(?:service|timer)$|^docs[/\\]deploying\.md$|^Dockerfile$|^compose\.yaml$/;
const READ =
  /\.(?:md|ts|js|json|ya?ml|service|timer|sh|Debian)$|(?:^|[/\\])(?:Dockerfile|Caddyfile|kalends|postinst|postrm|prerm)$/;
const LEFT_OUT = new Set(["node_modules", "dist", ".git", "test", "package-lock.json"]);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() && READ.test(entry.name) ? [path] : [];
  });

const COMMAND =
  /\b(?:npx|npm (?:exec|x|create|init|install|i|add)|(?:pnpm|yarn) (?:dlx|add|create))\b[^\n`|&;#]*/g;
const OURS = /^(?:@kalends\/[\w-]+|kalends|create-kalends)(?:@.*)?$/;

/** True if a command may request a package of this project from the registry. */
const asksRegistry = (command: string): boolean => {
  const [program = "", ...words] = command.trim().split(/\s+/);
  const names = words.map((word) => word.replace(/^["'(]|["',.:)]+$/g, "")).filter((word) => OURS.test(word));
  if (names.length === 0) return false;
  if (program === "npx") return words[0] !== "--no";
  return words[0] !== "exec" || !/--package=\S+\.tgz\b/.test(command);
};

const commandsIn = (path: string): readonly string[] => readFileSync(path, "utf8").match(COMMAND) ?? [];

describe("names of packages that are not released", () => {
  const files = filesIn(ROOT).map((path) => relative(ROOT, path));

  it("are recognised in commands", () => {
    for (const [command, asks] of [
      ["npx kalends backup x", true],
      ["npx --yes kalends backup", true],
      ["npx --no kalends backup", false],
      ["npx create-kalends", true],
      ["npm create kalends my-calendar", true],
      ["npm exec -- create-kalends", true],
      ["npm exec --package=/tmp/kalends/create-kalends-0.1.0.tgz -- create-kalends", false],
      ["npm install @kalends/costs", true],
      ["npm install kalends@1", true],
      ["npm install /tmp/kalends/*.tgz sharp", false],
      ["npx mocha FILE", false],
    ] as const)
      expect(asksRegistry(command), command).to.equal(asks);
  });

  it("are asked of the registry by no document, unit, template and message", () => {
    expect(files)
      .to.include("README.md")
      .and.include(join("docs", "how-to", "deploy.md"));
    expect(files)
      .to.include(join("deploy", "systemd", "kalends-backup.service"))
      .and.include(join("deploy", "debian", "postinst"));
    expect(files.some((path) => path.includes(join("create-kalends", "template")))).to.equal(true);
    const found = files
      .filter((path) => path !== RELEASING)
      .flatMap((path) =>
        commandsIn(join(ROOT, path))
          .filter(asksRegistry)
          .map((command) => `${path}: ${command}`),
      );
    expect(found).to.deep.equal([]);
  });

  it("are looked for by no job and no unit", () => {
    const found = files
      .filter((path) => UNATTENDED.test(path))
      .filter((path) => /\bnpx\b/.test(readFileSync(join(ROOT, path), "utf8")));
    expect(found).to.deep.equal([]);
  });
});
