import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isMissing } from "./missing-program.ts";
import { ROOT } from "./published-packages.ts";
import { commandOf, readUnit } from "./units.ts";

const UNITS = ["kalends.service", "kalends-backup.service", "kalends-backup.timer"] as const;

describe("units of systemd", () => {
  const textOf = (name: string): string => readFileSync(join(ROOT, "deploy/systemd", name), "utf8");
  const serviceOf = (name: string) => Object.fromEntries(readUnit(textOf(name)).get("Service") ?? []);

  const analyzer = isMissing("systemd-analyze") ? "systemd-analyze is not installed" : undefined;
  it(`are sound${analyzer === undefined ? "" : ` (not checked: ${analyzer})`}`, function () {
    if (analyzer !== undefined) this.skip();
    const folder = mkdtempSync(join(tmpdir(), "kalends-units-"));
    try {
      for (const name of UNITS) {
        // systemd accepts only programs that exist, and Node.js may have another path on this machine.
        writeFileSync(join(folder, name), textOf(name).replaceAll("/usr/bin/node", process.execPath));
      }
      const { status, stderr } = spawnSync(
        "systemd-analyze",
        ["verify", "--man=no", ...UNITS.map((name) => join(folder, name))],
        { encoding: "utf8" },
      );
      // systemd also checks the units of this machine, which are ignored.
      const ours = stderr.split("\n").filter((line) => line.includes("kalends"));
      expect({ status, ours }).to.deep.equal({ status: 0, ours: [] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("have backups run with the user, the settings, the variables and the rights of the service", () => {
    const {
      ExecStart: _serve,
      Restart,
      RestartSec,
      TimeoutStopSec,
      ...service
    } = serviceOf("kalends.service");
    const {
      ExecStart: _backup,
      Type,
      Nice,
      IOSchedulingClass,
      ReadWritePaths,
      ...backup
    } = serviceOf("kalends-backup.service");
    expect(backup).to.deep.equal(service);
    expect(service).to.include.keys("User", "WorkingDirectory", "EnvironmentFile", "ProtectSystem");
    expect(Type).to.deep.equal(["oneshot"]);
    const [, , command, folder] = commandOf(textOf("kalends-backup.service"));
    expect(command).to.equal("backup");
    expect(ReadWritePaths).to.deep.equal([`-${folder}`]);
    expect([Restart, RestartSec, TimeoutStopSec, Nice, IOSchedulingClass]).to.not.include(undefined);
  });

  it("start what is installed, by its path, and keep the last 14 of one backup a night", () => {
    for (const name of ["kalends.service", "kalends-backup.service"])
      expect(commandOf(textOf(name)).slice(0, 2)).to.deep.equal([
        "/usr/bin/node",
        "/usr/lib/kalends/node_modules/kalends/bin/kalends.js",
      ]);
    expect(commandOf(textOf("kalends-backup.service")).slice(-2)).to.deep.equal(["--keep", "14"]);
    const timer = readUnit(textOf("kalends-backup.timer"));
    expect(timer.get("Timer")?.get("OnCalendar")).to.deep.equal(["*-*-* 02:30:00"]);
    expect(timer.get("Install")?.get("WantedBy")).to.deep.equal(["timers.target"]);
    expect(readUnit(textOf("kalends.service")).get("Install")?.get("WantedBy")).to.deep.equal([
      "multi-user.target",
    ]);
  });
});
