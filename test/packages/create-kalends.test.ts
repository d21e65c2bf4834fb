import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESERVED_SEGMENTS } from "@kalends/http";
import { expect } from "chai";
import { problemOfName } from "create-kalends";
import { npm, publishedPackages, ROOT, readJson, readLock } from "./published-packages.ts";

const BIN = join(ROOT, "packages/create-kalends/bin/create-kalends.js");
const TEMPLATES = join(ROOT, "packages/create-kalends/template");

/**
 * Options of `create-kalends`, and the tests to run in the generated project. Where all contract tests would
 * take too long, only some are listed; all of them run on the example from which the template comes.
 */
const PROJECTS: readonly (readonly [flags: string, tests: readonly string[] | undefined])[] = [
  ["--host none", undefined],
  ["--host koa", []],
  ["--host express", []],
  ["--host fastify", []],
  ["--plugin", []],
  ["--storage-adapter", ["--", "--grep", "Account"]],
];

const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(KALENDS_|npm_|INIT_CWD)/.test(name) || name === "npm_execpath",
  ),
);

describe("create-kalends", function () {
  this.timeout(180_000);
  let folder: string;
  const running: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-create-"));
  });
  afterEach(async () => {
    for (const { pid, stdout } of running.splice(0)) {
      // Standard output remains open while any process of the group can write to it.
      if (stdout?.closed === false && pid !== undefined) process.kill(-pid, "SIGKILL");
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const create = (...parameters: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...parameters], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
      input: "",
    });
    return { status, stdout, stderr };
  };

  /** Starts the project, requests its events and ends it. */
  const serve = async (project: string): Promise<number> => {
    const [command, ...parameters] = npm("start");
    const child = spawn(command, parameters, {
      cwd: project,
      env: { ...environment, PORT: "0", KALENDS_PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.push(child);
    const closed = once(child, "close");
    let output = "";
    const origin = await new Promise<string>((resolve, reject) => {
      const read = (text: string): void => {
        output += text;
        const [, found] = /[Rr]eady at (http:\/\/[^/\s]+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
      void closed.then(() => reject(new Error(output)));
    });
    const { status } = await fetch(`${origin}/wp-json/tribe/events/v1/events`);
    // A terminal also sends the signal to npm and to the program that npm runs.
    process.kill(-(child.pid ?? 0), "SIGINT");
    await closed;
    return status;
  };

  for (const [flags, tests] of PROJECTS) {
    it(`writes with ${flags} what its tests pass in, and what serves a calendar`, async () => {
      const { status, stderr } = create("my-own", ...flags.split(" "));
      expect(status, stderr).to.equal(0);
      const project = join(folder, "my-own");
      const files = readdirSync(project, { recursive: true, encoding: "utf8" });
      expect(files).to.include.members([".gitignore", "README.md", "kalends.config.json", "package.json"]);
      const left = files.filter((file) => /my.plugin|0\.0\.0/i.test(file + read(join(project, file))));
      expect(left).to.deep.equal([]);
      // The link replaces `npm install`.
      symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
      if (tests !== undefined) {
        const [command, ...parameters] = npm("test", ...tests);
        const tested = spawnSync(command, parameters, { cwd: project, env: environment, encoding: "utf8" });
        expect(tested.status, tested.stdout + tested.stderr).to.equal(0);
        expect(tested.stdout).to.match(/[1-9]\d* passing/);
      }
      expect(await serve(project)).to.equal(200);
    });
  }

  it("takes our packages from tarballs, with what they need", () => {
    for (const { manifest } of publishedPackages()) {
      const packed = manifest.name.replace("@", "").replace("/", "-");
      writeFileSync(join(folder, `${packed}-${manifest.version}.tgz`), "");
    }
    const made = create("my-own", "--plugin", "--packages", ".");
    expect([made.status, made.stdout.includes("--packages")]).to.deep.equal([0, false]);
    expect(create("from-registry", "--plugin").stdout)
      .to.include("from the registry")
      .and.include("--packages");
    const { devDependencies, peerDependencies, overrides } = readJson<
      Readonly<Record<string, Readonly<Record<string, string>>>>
    >(join(folder, "my-own/package.json"));
    expect(devDependencies?.kalends).to.match(/^file:.*\/kalends-\d+\.\d+\.\d+\.tgz$/);
    expect(peerDependencies?.["@kalends/core"]).to.match(/^\^\d/);
    expect(overrides).to.have.all.keys(publishedPackages().map(({ manifest }) => manifest.name));
    rmSync(join(folder, readdirSync(folder).find((name) => name.startsWith("kalends-core")) ?? ""));
    const { status, stderr } = create("other", "--plugin", "--packages", ".");
    expect(status).to.equal(1);
    expect(stderr).to.equal(
      "create-kalends: The folder . has no tarball of @kalends/core. Run npm run pack in the Kalends source.\n",
    );
    expect(existsSync(join(folder, "other"))).to.equal(false);
  });

  it("refuses names, flags and folders that will not do", () => {
    writeFileSync(join(folder, "other.txt"), "");
    for (const [parameters, problem] of [
      [["My"], "The name My is not valid: use lower-case letters, digits and -. Set the folder with --dir"],
      [["events"], "The name events is reserved by Kalends"],
      [["one", "two"], "Give only one name, not one two"],
      [["fine", "--dir", "."], ". is not empty. Choose another folder with --dir"],
      [["fine", "--host", "rails"], "--host must be none, koa, express or fastify, not rails"],
      [["fine", "--plugin", "--host", "koa"], "Use only one of --host, --plugin and --storage-adapter"],
      [["fine", "--hots", "koa"], "Unknown option '--hots'"],
    ] as const) {
      const { status, stderr } = create(...parameters);
      expect(status, stderr).to.equal(1);
      expect(stderr).to.include(`create-kalends: ${problem}`);
    }
    expect(readdirSync(folder)).to.deep.equal(["other.txt"]);
  });

  it("knows the names that the interface has", () => {
    const free = RESERVED_SEGMENTS.filter((name) => problemOfName(name) === undefined);
    expect(free).to.deep.equal([]);
  });

  it("asks for packages of others as this repository does", () => {
    const used = new Set<string>();
    for (const [place, locked] of Object.entries(readLock().packages)) {
      if (place.includes("node_modules/")) continue;
      const { dependencies, peerDependencies, devDependencies } = locked;
      for (const entry of Object.entries({ ...peerDependencies, ...devDependencies, ...dependencies })) {
        used.add(entry.join("@"));
      }
    }
    const asked = readdirSync(TEMPLATES).flatMap((name) => {
      const { dependencies, devDependencies } = readJson<
        Readonly<Record<string, Readonly<Record<string, string>>>>
      >(join(TEMPLATES, name, "package.json"));
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, range]) => range !== "^0.0.0",
      );
    });
    expect(asked.map((entry) => entry.join("@")).filter((entry) => !used.has(entry))).to.deep.equal([]);
  });
});

/** Returns the text of a file. Returns `""` for a folder. */
const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};
