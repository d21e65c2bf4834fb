import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { BIN, createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import { ROOT } from "../packages/published-packages.ts";

const DOCUMENT = readFileSync(join(ROOT, "docs/how-to/deploy.md"), "utf8");

/** Returns the shell commands in a section of the document, one per line and without comments. */
const commandsOf = (heading: string): readonly string[] => {
  const [, section = ""] = DOCUMENT.split(`\n### ${heading}\n`);
  const [own = ""] = section.split(/^#/m, 1);
  return [...own.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/ +# .*$/, ""))
    .filter((line) => line !== "");
};

/**
 * Definitions that come before the commands in the shell. They replace the installation of the package, and
 * `sudo` runs commands as the current user.
 */
const SHELL = `
set -eu
sudo() { "$@"; }
systemctl() { echo "systemctl $*"; }
kalends() { (cd "$DATA" && "$NODE" "$KALENDS" "$@"); }
`;

describe("docs/how-to/deploy.md", function () {
  this.timeout(60_000);
  let place: Place;
  const path = (...names: readonly string[]): string => join(place.directory, ...names);
  const here = (text: string): string =>
    text.replaceAll("/var/lib/kalends", path("data")).replaceAll("/var/backups/kalends", path("backups"));
  let settings: Environment;

  beforeEach(async () => {
    place = createPlace();
    mkdirSync(path("data"));
    settings = { KALENDS_STORAGE: `sqlite:${path("data/kalends.db")}`, KALENDS_MEDIA: path("data/media") };
    expect((await place.run(["seed", "--events", "20"], settings)).code).to.equal(0);
  });
  afterEach(() => place.clear());

  const runInShell = (lines: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("bash", ["-c", `${SHELL}${here(lines.join("\n"))}`], {
      cwd: place.directory,
      // If standard input is inherited, bash may treat it as a network connection and read the user's
      // start-up files.
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, NODE: process.execPath, KALENDS: BIN, DATA: path("data"), ...settings },
      encoding: "utf8",
    });
    expect(status, stdout + stderr).to.equal(0);
    return stdout;
  };
  /** Starts a server with these settings. Returns the events in its list. */
  const served = async (environment: Environment, options: readonly string[] = []): Promise<string> => {
    const { namespace, origin, end } = await place.serve(environment, options);
    const answer = await fetch(`${namespace}/events?start_date=2000-01-01&end_date=2100-01-01&per_page=50`);
    const list = (await answer.text()).replaceAll(origin, "");
    expect(JSON.parse(list).events).to.have.lengthOf.above(10);
    expect((await end("SIGTERM")).code).to.equal(0);
    return list;
  };
  const makeBackup = async (): Promise<void> => {
    expect((await place.run(["backup", path("backups"), "--keep", "14"], settings)).code).to.equal(0);
  };

  it("has a restore drill that works as it stands, and leaves the calendar and its backups alone", async () => {
    mkdirSync(path("backups/2020-01-01T02-30-00Z"), { recursive: true });
    await makeBackup();
    const before = await served(settings);
    const backups = readdirSync(path("backups"));
    expect(backups, "an older one, too").to.have.length(2);
    const commands = commandsOf("Restore drill");
    const serve = commands.findIndex((command) => command.startsWith("kalends serve "));
    const remove = commands.findIndex((command) => command.startsWith("rm "));
    expect([serve, remove]).to.deep.equal([commands.length - 2, commands.length - 1]);

    const output = runInShell(commands.slice(0, serve));
    expect(output).to.match(/^Restored the calendar of \d{4}-/m);
    const [, exported = ""] = /^export (.*)$/m.exec(commands.join("\n")) ?? [];
    const variables = here(exported)
      .split(" ")
      .map((word) => word.split(/=(.*)/, 2) as [string, string]);
    // The port in the document may be in use on this machine.
    expect(commands[serve]).to.equal("kalends serve --port 8081");
    const environment = Object.fromEntries(variables);
    expect(environment.KALENDS_STORAGE).to.not.equal(settings.KALENDS_STORAGE);
    expect(await served(environment, ["--port", "0"])).to.equal(before);

    runInShell(commands.slice(remove));
    expect(existsSync(path("data/drill"))).to.equal(false);
    expect(readdirSync(path("backups"))).to.deep.equal(backups);
    expect(await served(settings)).to.equal(before);
  });

  it("has commands that bring a backup back", async () => {
    await makeBackup();
    const before = await served(settings);
    const [name = ""] = readdirSync(path("backups"));
    expect((await place.run(["seed", "--events", "5"], settings)).code).to.equal(0);
    expect(await served(settings)).to.not.equal(before);
    const [documented = ""] = /\d{4}-\d{2}-\d{2}T[\d-]+Z/.exec(commandsOf("Restore").join("\n")) ?? [];
    const commands = commandsOf("Restore").map((line) => line.replace(documented, name));
    const output = runInShell(commands);
    expect(output).to.match(/systemctl stop kalends\nRestored the calendar .*systemctl start kalends\n$/s);
    expect(await served(settings)).to.equal(before);
  });

  it("names backups in its examples as they are named", async () => {
    await makeBackup();
    const [name = ""] = readdirSync(path("backups"));
    for (const document of [
      DOCUMENT,
      readFileSync(join(ROOT, "docs/how-to/maintain-the-storage.md"), "utf8"),
    ]) {
      const [example = ""] = /\d{4}-\d{2}-\d{2}T[\w-]+Z/.exec(document) ?? [];
      expect(example.replaceAll(/\d/g, "0")).to.equal(name.replaceAll(/\d/g, "0"));
    }
  });
});
