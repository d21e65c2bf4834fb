import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { buildDebianPackage, debianPackageObstacle, libcOf } from "./debian-package.ts";
import { isMissing } from "./missing-program.ts";
import { pluginNames, publishedPackages, ROOT, readJson } from "./published-packages.ts";
import { commandOf } from "./units.ts";

const obstacle = isMissing("dpkg-deb") ? "dpkg-deb is not installed" : debianPackageObstacle();

describe(`the Debian package${obstacle === undefined ? "" : ` (not built: ${obstacle})`}`, function () {
  this.timeout(120_000);
  let folder: string;
  let path: string;
  /** Returns the path of a file in the unpacked package. The control files are in `DEBIAN`. */
  const inside = (...names: readonly string[]): string => join(folder, "unpacked", ...names);
  const unit = (name: string): string => readFileSync(inside("usr/lib/systemd/system", name), "utf8");

  before(async function () {
    if (obstacle !== undefined) this.skip();
    folder = mkdtempSync(join(tmpdir(), "kalends-debian-"));
    path = await buildDebianPackage({ folder, compression: ["-Zgzip", "-z1"] });
    execFileSync("dpkg-deb", ["--raw-extract", path, inside()]);
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("says what it is and what it needs", () => {
    const fieldOf = (name: string): string =>
      execFileSync("dpkg-deb", ["--field", path, name], { encoding: "utf8" }).trim();
    const { version } = readJson<{ readonly version: string }>(join(ROOT, "lerna.json"));
    expect(path.endsWith(`/kalends_${version}_amd64.deb`)).to.equal(true);
    expect(fieldOf("Package")).to.equal("kalends");
    expect(fieldOf("Version")).to.equal(version);
    expect(fieldOf("Architecture")).to.equal("amd64");
    expect(fieldOf("Depends")).to.equal(
      "nodejs (>= 20.19), nodejs (<< 21), adduser, libc6 (>= 2.34), libstdc++6",
    );
    expect(Number(fieldOf("Installed-Size")), "KiB").to.be.within(20_000, 120_000);
    expect(fieldOf("Description")).to.match(/^calendar server .+\n /);
    expect(fieldOf("Maintainer")).to.not.equal("");
    expect(readFileSync(inside("DEBIAN/control"), "utf8")).to.not.include("@");
  });

  it("belongs to root, and nobody else writes to it", () => {
    const lines = execFileSync("dpkg-deb", ["--contents", path], { encoding: "utf8", maxBuffer: 2 ** 26 })
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("l"));
    expect(lines.length).to.be.above(1000);
    expect(
      lines.filter((line) => !/^(?:drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) root\/root /.test(line)),
    ).to.deep.equal([]);
  });

  it("has units, command, settings and documents where Debian looks for them", () => {
    const files = readdirSync(inside(), { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith("usr/lib/kalends/") && !lstatSync(inside(name)).isDirectory())
      .sort();
    expect(files).to.deep.equal([
      ...["DEBIAN/conffiles", "DEBIAN/control", "DEBIAN/postinst", "DEBIAN/postrm", "DEBIAN/prerm"],
      "etc/kalends/kalends.config.json",
      "usr/bin/kalends",
      ...["usr/lib/systemd/system/kalends-backup.service", "usr/lib/systemd/system/kalends-backup.timer"],
      ...["usr/lib/systemd/system/kalends.service", "usr/share/doc/kalends/README.Debian"],
      ...["usr/share/doc/kalends/copyright", "var/lib/kalends/kalends.config.json"],
    ]);
    expect(readFileSync(inside("DEBIAN/conffiles"), "utf8")).to.equal("/etc/kalends/kalends.config.json\n");
    expect(readlinkSync(inside("var/lib/kalends/kalends.config.json"))).to.equal(
      "/etc/kalends/kalends.config.json",
    );
  });

  it("has scripts that a shell can read", () => {
    for (const script of ["DEBIAN/postinst", "DEBIAN/postrm", "DEBIAN/prerm", "usr/bin/kalends"]) {
      expect(lstatSync(inside(script)).mode & 0o777, script).to.equal(0o755);
      expect(readFileSync(inside(script), "utf8"), script).to.match(/^#!\/bin\/sh\n/);
      const { status, stderr } = spawnSync("/bin/sh", ["-n", inside(script)], { encoding: "utf8" });
      expect({ status, stderr }, script).to.deep.equal({ status: 0, stderr: "" });
    }
  });

  it("has what a server needs, and nothing that builds or tests", () => {
    const modules = inside("usr/lib/kalends/node_modules");
    const ours = ["kalends", ...pluginNames()];
    for (const name of [...ours, "sharp", "mongodb", "better-sqlite3"])
      expect(existsSync(join(modules, name, "package.json")), name).to.equal(true);
    for (const { manifest } of publishedPackages())
      expect(existsSync(join(modules, manifest.name)), manifest.name).to.equal(
        !["@kalends/client", "@kalends/storage-contract"].includes(manifest.name),
      );
    for (const name of ["typescript", "mocha", "esbuild", "@biomejs", "@types"])
      expect(existsSync(join(modules, name)), name).to.equal(false);
    const left = readdirSync(modules, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /^better-sqlite3\/.*\.(?:c|cpp|o|a|h)$/.test(name))).to.deep.equal([]);
    const linked = left.filter((name) => lstatSync(join(modules, name)).isSymbolicLink());
    expect(linked, "links out of the package").to.deep.equal([]);
  });

  it("runs with the C library that it depends on", () => {
    const modules = inside("usr/lib/kalends/node_modules");
    const native = readdirSync(modules, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.node$|\.so\.[\d.]+$/.test(name),
    );
    expect(native).to.include("better-sqlite3/build/Release/better_sqlite3.node");
    for (const name of native) {
      const [major, minor] = libcOf(readFileSync(join(modules, name)));
      expect(major, name).to.equal(2);
      expect(minor, name).to.be.within(1, 34);
    }
  });

  it("serves a calendar with all plugins by ExecStart, and backs it up by that of the other unit", async () => {
    const place = join(folder, "var/lib/kalends");
    mkdirSync(place, { recursive: true });
    /** Replaces the absolute paths in the package by folders of this test. */
    const moved = (text: string): string =>
      text
        .replaceAll("/usr/lib/kalends", inside("usr/lib/kalends"))
        .replaceAll("/usr/bin/node", process.execPath)
        .replaceAll("/var/", join(folder, "var/"));
    const config = readFileSync(inside("etc/kalends/kalends.config.json"), "utf8");
    writeFileSync(join(place, "kalends.config.json"), moved(config));
    const env = {
      PATH: process.env.PATH,
      KALENDS_PORT: "0",
      KALENDS_PLUGINS: pluginNames().join(","),
      KALENDS_LOG_LEVEL: "warn",
    };
    const launch = (name: string) => {
      const [program = "", ...args] = commandOf(moved(unit(name)));
      return spawn(program, args, { cwd: place, env, stdio: ["ignore", "pipe", "pipe"] });
    };

    const server = launch("kalends.service");
    const errors = text(server.stderr);
    const ended = once(server, "close");
    const origin = await new Promise<string>((resolve, reject) => {
      let output = "";
      server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        const [, found] = /^Kalends is ready at (\S+)$/m.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      void errors.then((said) => reject(new Error(output + said)));
    });
    expect((await fetch(`${origin}/wp-json/tribe/events/v1/events`)).status).to.equal(200);
    expect((await fetch(`${origin}/events/`)).status, "web pages").to.equal(200);

    const backup = launch("kalends-backup.service");
    const said = text(backup.stderr);
    const [code] = await once(backup, "close");
    expect(code, await said).to.equal(0);
    const [name = ""] = readdirSync(join(folder, "var/backups/kalends"));
    expect(existsSync(join(folder, "var/backups/kalends", name, "kalends.db"))).to.equal(true);

    server.kill("SIGTERM");
    const [status] = await ended;
    expect(status, await errors).to.equal(0);
    expect(readdirSync(place).sort(), "where the settings say").to.deep.equal([
      ...["kalends.config.json", "kalends.db", "media"],
    ]);
  });
});
