import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { blocksOf } from "./document-blocks.ts";
import { createDocumentRunner, type DocumentRunner } from "./document-runner.ts";

const TUTORIAL = "docs/tutorials/first-plugin.md";

/** The tutorial, with the packages that are installed in a folder, which is known when the tests run. */
export const describeTutorial = (installed: () => string): void => {
  let runner: DocumentRunner;
  before(() => {
    runner = createDocumentRunner(installed());
  });
  after(() => runner.close());

  it(`${TUTORIAL} does what it says, command by command`, async () => {
    const left: string[] = [];
    const outputs = await runner.run(blocksOf(TUTORIAL), (command) => {
      // Stand-ins for what needs a network: the packages are packed and installed already.
      if (command.startsWith("npm ci && npm run pack ")) return () => left.push("pack");
      if (!command.startsWith("npm install /tmp/kalends/")) return undefined;
      return () => {
        left.push("install");
        symlinkSync(join(installed(), "node_modules"), join(runner.folder(), "node_modules"));
        writeFileSync(join(runner.folder(), "package.json"), "{}");
      };
    });
    expect(left).to.deep.equal(["pack", "install"]);
    const [refused = ""] = outputs.filter((output) => output.includes("rest_invalid_param"));
    expect(refused).to.include("dress_code");
    expect(outputs.join("")).to.not.include("Picnic");
  });
};
