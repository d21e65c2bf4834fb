import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { PUBLISHED } from "./import-page.ts";
import { BIN, createPlace, type Place, printedSecret, type Served } from "./kalends-process.ts";

/** Documents whose commands need only a running calendar. They are run in this order. */
const PAGES = ["README.md", "docs/tutorials/first-calendar.md", "docs/how-to/use-the-command-line.md"];

const read = (page: string): string => readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");

/** Returns the shell commands of a document. Lines that contain only a comment are left out. */
const commandsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = ""]) => block.replaceAll("\\\n", "\u0000").split("\n"))
    .map((line) => line.replaceAll("\u0000", "\\\n").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** Commands that are not run: they install, test or start the project, or wait for minutes. */
const LEFT_OUT = /^(npm |npx --no kalends sweep)/;

const commands: readonly string[] = PAGES.flatMap(commandsOf).filter((command) => !LEFT_OUT.test(command));

/**
 * Definitions that come before the commands in the shell. They replace commands that would need an
 * installation. `curl` fails if a request is refused.
 */
const SHELL = `
set -eu
npx() { shift 2; "$NODE" "$KALENDS" "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
`;

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Simple command without quotes or variables. It can be run without a shell. */
const PLAIN = /^npx --no kalends (?!help)([\w /.-]+?)\s*(?:#.*)?$/;

/**
 * Runs a command of a document. Simple `kalends` commands run in this process, which takes a tenth of the
 * time.
 */
const runCommand = async (command: string, place: Place): Promise<Ran> => {
  const [, words] = PLAIN.exec(command) ?? [];
  if (words === undefined) return runInShell(command, place);
  const { code, output, errors } = await place.run(words.split(" "), { KALENDS_PLUGINS: "" });
  return { code, output: output + errors };
};

const runInShell = async (command: string, place: Place): Promise<Ran> => {
  const shell = spawn("bash", ["-c", `${SHELL}${command}`], {
    cwd: place.directory,
    env: { PATH: process.env.PATH, HOME: place.directory, NODE: process.execPath, KALENDS: BIN },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, "close"),
  ]);
  return { code: code as number | null, output: output + errors };
};

describe("documented commands", function () {
  this.timeout(120_000);
  let place: Place;
  let served: Served;

  before(async () => {
    place = createPlace();
    writeFileSync(join(place.directory, "poster.jpg"), await aPicture(400, 300, "jpeg"));
    mkdirSync(join(place.directory, "old-site"));
    const venue = { ...PUBLISHED, id: 400, author: "1", global_id: "old.example?id=400", venue: "Old hall" };
    writeFileSync(join(place.directory, "old-site", "venues.json"), JSON.stringify({ venues: [venue] }));
    served = await place.serve({ KALENDS_PLUGINS: "" });
  });
  after(() => place.clear());

  it("begin with the two that start and test the project", () => {
    for (const command of ["npm ci && npm start", "npm ci && npm test"])
      expect(commandsOf("README.md").filter((line) => line.startsWith(command))).to.have.length(1);
    for (const page of PAGES) expect(commandsOf(page), page).to.not.have.length(0);
  });

  it("work as they stand, one after the other", async () => {
    const password = printedSecret(served.output);
    const { host } = new URL(served.origin);
    const outputs: string[] = [];
    for (const command of commands) {
      const here = command.replaceAll("127.0.0.1:8080", host).replaceAll("PASSWORD", password);
      const { code, output } = await runCommand(here, place);
      expect(code, `${command}\n${output}`).to.equal(0);
      outputs.push(output);
    }
    const events = commands.findIndex((command) => /^curl \S+\/events$/.test(command));
    const [event, ...others] = JSON.parse(outputs[events] ?? "").events;
    expect(others).to.deep.equal([]);
    expect(event).to.include({ id: 1, title: "Spring concert" });
    const [page, file] = ["/events/", "/events.ics"].map((end) =>
      commands.findIndex((command) => command.startsWith("curl http") && command.endsWith(end)),
    );
    expect(outputs[page ?? -1])
      .to.include("<title>")
      .and.include("Summer concert");
    expect(outputs[file ?? -1]).to.include("SUMMARY:Summer concert");
    const shown = (await (await fetch(`${served.namespace}/events/1`)).json()) as {
      readonly image: { readonly extension: string };
    };
    expect(shown.image).to.include({ width: 400, height: 300 });
    const { total } = (await (await fetch(`${served.namespace}/venues?search=Old+hall`)).json()) as {
      readonly total: number;
    };
    expect(total).to.equal(1);
  });
});

describe("README.md", () => {
  const text = read("README.md");

  it("has at most 80 lines", () => {
    expect(text.split("\n")).to.have.length.at.most(80);
  });

  it("gives each feature a number, and a proof that exists", () => {
    const features = [...text.matchAll(/^\| \*\*.*\| (.+) \| \[`?(.+?)`?\]\((.+)\) \|$/gm)];
    expect(features).to.have.length.within(6, 8);
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const [, number, proof = "", target = ""] of features) {
      expect(number).to.match(/\d/);
      const [, script] = /^npm run (\w+)/.exec(proof) ?? [];
      if (script === undefined) expect(read(target), target).to.include("expect(");
      else expect(scripts, proof).to.have.property(script);
    }
  });

  it("repeats figures as their pages have them", () => {
    const performance = read("docs/explanation/performance.md");
    const [, ratio = ""] = /^\| list of 10, asked before \|(?:[^|]*\|){4} ([\d.]+) /m.exec(performance) ?? [];
    expect(text).to.include(`| ${Math.floor(Number(ratio))} times as many a second |`);
    const [, memory] = /^\| memory at 1,000,000, at most \| (\d+ MB) /m.exec(performance) ?? [];
    expect(text).to.include(`| at most ${memory} |`);
    const [, points = ""] = read("docs/reference/plugins.md").split("\n## Contributions\n");
    const count = (points.split("\n## ")[0]?.match(/^### /gm) ?? []).length;
    expect(text).to.include(`| ${count} extension points |`);
  });
});
