import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { fakeRecords } from "../import/fake-records.ts";
import { startFakeServer } from "../import/fake-server.ts";
import { type Block, blocksOf } from "./document-blocks.ts";
import { createDocumentRunner, type DocumentRunner, type StandIn } from "./document-runner.ts";
import { ROOT } from "./published-packages.ts";

/**
 * Declares tests that run the commands of the tutorials. `installed` returns the folder with the installed
 * packages, which exists only when the tests run.
 */
export const describeTutorials = (installed: () => string): void => {
  let runner: DocumentRunner;
  let left: string[];
  beforeEach(() => {
    runner = createDocumentRunner(installed());
    left = [];
  });
  afterEach(() => runner.close());

  const linkPackages = (): void =>
    symlinkSync(join(installed(), "node_modules"), join(runner.folder(), "node_modules"));

  /** Replacements for commands that need a network. The packages have been packed and installed already. */
  const withoutNetwork: StandIn = (command) => {
    if (command.startsWith("npm ci && npm run pack ")) return () => void left.push("pack");
    if (!command.startsWith("npm install /tmp/kalends/")) return undefined;
    return () => {
      left.push("install");
      linkPackages();
      writeFileSync(join(runner.folder(), "package.json"), "{}");
    };
  };

  it("docs/tutorials/first-plugin.md does what it says, command by command", async () => {
    const outputs = await runner.run(blocksOf("docs/tutorials/first-plugin.md"), withoutNetwork);
    expect(left).to.deep.equal(["pack", "install"]);
    const [refused = ""] = outputs.filter((output) => output.includes("rest_invalid_param"));
    expect(refused).to.include("dress_code");
    expect(outputs.join("")).to.not.include("Picnic");
  });

  it("docs/tutorials/express-app.md does what it says, command by command", async () => {
    // Express is not a dependency of the published packages, so it is linked from this repository.
    const express = join(installed(), "node_modules/express");
    if (!existsSync(express)) symlinkSync(join(ROOT, "node_modules/express"), express);
    const outputs = await runner.run(blocksOf("docs/tutorials/express-app.md"), withoutNetwork);
    expect(left).to.deep.equal(["pack", "install"]);
    const [welcome] = outputs.filter((output) => output.includes("Welcome"));
    expect(welcome).to.equal("Welcome to our town.\n");
    const [refused = ""] = outputs.filter((output) => output.includes("rest_forbidden"));
    expect(JSON.parse(refused)).to.have.nested.property("data.status", 401);
    expect(outputs.at(-2)).to.match(/^Event \d+\n$/);
    expect(outputs.at(-1)).to.match(/^Next: (?:Spring fair, Market|Market, Spring fair)\n$/);
  });

  it("docs/tutorials/from-wordpress.md does what it says, with a stand-in for the old site", async () => {
    const site = await startFakeServer(fakeRecords({ events: 3 }));
    site.passwords.set("ann", "open sesame");
    try {
      const blocks = blocksOf("docs/tutorials/from-wordpress.md").map(
        (block): Block => ({ ...block, text: block.text.replaceAll("https://old.example", site.origin) }),
      );
      const outputs = await runner.run(blocks, withoutNetwork);
      expect(left).to.deep.equal(["pack", "install"]);
      const printed = outputs.join("");
      expect(printed)
        .to.include("11 of 11 records can be imported.")
        .and.include("Nothing was lost: 11 of 11 records are here.")
        .and.include("Nothing was lost: 11 of 11 records are equal.");
      expect(outputs.at(-2)).to.equal('{"total":3}\n');
      expect(outputs.at(-1)).to.include("https://new.example/event/");
      for (const [report, verdict] of [
        ["import.html", "records are here"],
        ["proof.html", "records are equal"],
      ] as const)
        expect(readFileSync(join(runner.folder(), report), "utf8")).to.include(verdict);
    } finally {
      await site.close();
    }
  });

  it("docs/tutorials/on-a-server.md does what it says, with stand-ins for apt and systemd", async () => {
    const root = join(installed(), "server");
    mkdirSync(root);
    const here = (text: string): string =>
      text
        .replaceAll("/etc/kalends/", `${root}/`)
        .replaceAll("/etc/caddy/", `${root}/`)
        .replaceAll("/var/backups/kalends", `${root}/backups`);
    const serve = (): Promise<void> => runner.serve("npx --no kalends serve");
    const standIns: Readonly<Record<string, () => void | Promise<void>>> = {
      "npm ci && npm run deb -- /tmp/kalends": () => {},
      "sudo apt install /tmp/kalends/kalends_*_amd64.deb": async () => {
        linkPackages();
        await serve();
      },
      "sudo systemctl status kalends": () => {},
      "sudo systemctl restart kalends": serve,
      "sudo systemctl reload caddy": () => {},
      "sudo systemctl enable --now kalends-backup.timer": () => {},
    };
    await runner.run([{ kind: "command", text: `cd ${root}` }]);
    const blocks = blocksOf("docs/tutorials/on-a-server.md").map(
      (block): Block => ({ ...block, text: here(block.text) }),
    );
    const outputs = await runner.run(blocks, (command) => {
      const standIn = standIns[command];
      if (standIn === undefined) return undefined;
      left.push(command);
      return standIn;
    });
    expect(left).to.deep.equal(Object.keys(standIns));
    expect(readFileSync(join(root, "Caddyfile"), "utf8")).to.include("reverse_proxy 127.0.0.1:8080");
    expect(readdirSync(join(root, "backups"))).to.have.length(1);
    const answers = outputs.map((output) => output.trim());
    expect(answers).to.include('{"status":"ok"}');
  });
};
