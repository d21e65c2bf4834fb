import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { ROOT } from "./published-packages.ts";

/**
 * Commands that the scripts call. The value is a shell line that the command runs, besides recording its
 * call.
 */
type Commands = Readonly<Record<string, string>>;

const COMMANDS: Commands = {
  adduser: "",
  chmod: "",
  chown: "",
  "deb-systemd-helper": "",
  "deb-systemd-invoke": "",
  getent: "exit 2",
  id: 'case "$1" in -un) echo kalends ;; *) echo 999 ;; esac',
  install: "",
  rm: "",
  setpriv: "",
  stat: "echo root",
  systemctl: "",
};

/** Stand-in for Node.js that succeeds, as if SQLite could be loaded. */
const NODE = "";

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Called commands with their arguments. Paths are those in the script. */
  readonly calls: readonly string[];
}

describe("scripts of the Debian package", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "kalends-scripts-"));
    for (const folder of ["var/lib/kalends", "etc/kalends", "usr/bin", "commands"])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "etc/kalends/kalends.config.json"), "{}");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /**
   * Runs a script of the package. All its paths are below `root`, and it can call only these commands. The
   * machine itself is not changed.
   */
  const run = (
    name: string,
    args: readonly string[],
    {
      commands = {},
      node = NODE,
      env = {},
    }: { readonly commands?: Commands; readonly node?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ): Ran => {
    const log = join(root, "calls");
    writeFileSync(log, "");
    const add = (path: string, as: string, line: string): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `#!/bin/sh\necho "${as} $*" >>'${log}'\n${line}\n`, { mode: 0o755 });
    };
    for (const [command, line] of Object.entries({ ...COMMANDS, ...commands }))
      add(join(root, "commands", command), command, line);
    add(join(root, "usr/bin/node"), "node", node);
    add(join(root, "usr/bin/deb-systemd-helper"), "deb-systemd-helper", "");
    const script = join(root, name);
    const text = readFileSync(join(ROOT, "deploy/debian", name), "utf8");
    writeFileSync(script, text.replaceAll(/(?<![\w.])\/(?=(?:etc|run|usr|var)\/)/g, `${root}/`));
    const { status, stdout, stderr } = spawnSync("/bin/sh", [script, ...args], {
      env: { PATH: join(root, "commands"), ...env },
      encoding: "utf8",
    });
    const shown = (text: string): string => text.replaceAll(`${root}/`, "/");
    return {
      code: status,
      output: shown(stdout),
      errors: shown(stderr),
      calls: shown(readFileSync(log, "utf8")).split("\n").slice(0, -1),
    };
  };
  const running = (): void => void mkdirSync(join(root, "run/systemd/system"), { recursive: true });
  const named = (calls: readonly string[], ...commands: readonly string[]): readonly string[] =>
    calls.filter((call) => commands.includes(call.split(" ")[0] ?? ""));

  it("make the user, the folders and the rights of the configuration file", () => {
    const { code, errors, calls } = run("postinst", ["configure", ""]);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    expect(named(calls, "adduser", "chown", "chmod", "install")).to.deep.equal([
      "adduser --quiet --system --group --home /var/lib/kalends --no-create-home kalends",
      "chown kalends:kalends /var/lib/kalends",
      "chmod 0750 /var/lib/kalends",
      "install --directory --owner=kalends --group=kalends --mode=0700 /var/backups/kalends",
      "chown root:kalends /etc/kalends/kalends.config.json",
      "chmod 0640 /etc/kalends/kalends.config.json",
    ]);
    expect(named(calls, "systemctl", "deb-systemd-invoke"), "systemd does not run").to.deep.equal([]);
    expect(calls).to.include("deb-systemd-helper enable kalends.service");
    expect(calls.join("\n")).to.not.match(/(?:enable|start) kalends-backup/);
  });

  it("change nothing of it in an upgrade, and start the service that was stopped for it", () => {
    running();
    mkdirSync(join(root, "var/backups/kalends"), { recursive: true });
    expect(named(run("prerm", ["upgrade", "2.0.0"]).calls, "deb-systemd-invoke")).to.deep.equal([
      "deb-systemd-invoke stop kalends.service",
    ]);
    const commands = { getent: "echo found", stat: "echo kalends" };
    const { code, calls } = run("postinst", ["configure", "1.0.0"], { commands });
    expect(code).to.equal(0);
    expect(named(calls, "adduser", "chown", "chmod", "install")).to.deep.equal([]);
    expect(named(calls, "deb-systemd-invoke")).to.deep.equal(["deb-systemd-invoke start kalends.service"]);
    const given = run("postinst", ["abort-upgrade", "2.0.0"], { commands });
    expect(named(given.calls, "deb-systemd-invoke"), "where the upgrade fails, too").to.deep.equal([
      "deb-systemd-invoke start kalends.service",
    ]);
  });

  it("leave a service off that was switched off", () => {
    const commands = { "deb-systemd-helper": '[ "$2" != was-enabled ]' };
    const { code, calls } = run("postinst", ["configure", "1.0.0"], { commands });
    expect(code).to.equal(0);
    expect(calls).to.include("deb-systemd-helper update-state kalends.service");
    expect(calls).to.not.include("deb-systemd-helper enable kalends.service");
  });

  it("load SQLite once, and say if that fails, without failing themselves", () => {
    const { calls } = run("postinst", ["configure", ""]);
    expect(named(calls, "node")).to.have.length(1);
    expect(calls.join("\n")).to.match(
      /node --eval [^$]* \/usr\/lib\/kalends\/node_modules\/better-sqlite3$/m,
    );
    const node =
      'case "$1" in --eval) echo "compiled against NODE_MODULE_VERSION 115" >&2; exit 1 ;; esac; echo v22.0.0';
    const { code, errors } = run("postinst", ["configure", ""], { node });
    expect(code).to.equal(0);
    expect(errors.split("\n")).to.deep.equal([
      "kalends: SQLite cannot be loaded by /usr/bin/node v22.0.0: no calendar in a SQLite file can be served.",
      "compiled against NODE_MODULE_VERSION 115",
      "kalends: install the package nodejs of Node 20, then run: dpkg-reconfigure kalends",
      "",
    ]);
  });

  it("stop the service and the timer before they are removed", () => {
    running();
    expect(named(run("prerm", ["remove"]).calls, "deb-systemd-invoke")).to.deep.equal([
      "deb-systemd-invoke stop kalends.service kalends-backup.timer",
    ]);
    expect(run("postrm", ["remove"]).calls).to.deep.equal(["systemctl --system daemon-reload"]);
  });

  it("keep the calendar and its backups in a purge, unless it is asked for", () => {
    mkdirSync(join(root, "var/backups/kalends"), { recursive: true });
    const kept = run("postrm", ["purge"]);
    expect(kept.code).to.equal(0);
    expect(named(kept.calls, "rm")).to.deep.equal(["rm -f /etc/kalends/kalends.env"]);
    expect(kept.calls).to.include("deb-systemd-helper purge kalends.service kalends-backup.timer");
    expect(kept.output).to.include("rm -r /var/lib/kalends").and.to.include("kept in /var/backups/kalends");
    const others = run("postrm", ["purge"], { env: { PURGE_DATA: "another" } });
    expect(named(others.calls, "rm")).to.deep.equal(["rm -f /etc/kalends/kalends.env"]);
    const asked = run("postrm", ["purge"], { env: { PURGE_DATA: "kalends" } });
    expect(named(asked.calls, "rm")).to.deep.equal([
      "rm -f /etc/kalends/kalends.env",
      "rm -rf /var/lib/kalends",
    ]);
    expect(asked.output).to.include("kept in /var/backups/kalends");
  });

  describe("/usr/bin/kalends", () => {
    const PROGRAM = "/usr/lib/kalends/node_modules/kalends/bin/kalends.js";

    it("runs a command with its arguments as they are, in the folder of the calendar", () => {
      const { code, output, calls } = run("kalends", ["user", "add", "Ann Lee"], {
        node: 'pwd; for each in "$@"; do echo "<$each>"; done',
      });
      expect(code).to.equal(0);
      expect(calls).to.include(`node ${PROGRAM} user add Ann Lee`);
      expect(output).to.equal(`/var/lib/kalends\n<${PROGRAM}>\n<user>\n<add>\n<Ann Lee>\n`);
    });

    it("reads the variables of the service, if there are any", () => {
      writeFileSync(join(root, "etc/kalends/kalends.env"), "KALENDS_TIMEZONE=Europe/Rome\n");
      expect(run("kalends", ["doctor"]).calls).to.include(
        `node --env-file=/etc/kalends/kalends.env ${PROGRAM} doctor`,
      );
    });

    it("becomes the user of the service for root, and refuses everybody else", () => {
      const id = (uid: number): Commands => ({
        id: `case "$1" in -un) echo somebody ;; *) echo ${uid} ;; esac`,
      });
      const asRoot = run("kalends", ["doctor"], { commands: id(0) });
      expect(asRoot.code).to.equal(0);
      expect(named(asRoot.calls, "setpriv", "node")).to.deep.equal([
        "setpriv --reuid=kalends --regid=kalends --init-groups /kalends doctor",
      ]);
      const other = run("kalends", ["doctor"], { commands: id(1000) });
      expect(other.code).to.equal(1);
      expect(named(other.calls, "setpriv", "node")).to.deep.equal([]);
      expect(other.errors).to.equal(
        "kalends: this command acts as the user kalends: run it with sudo, such as `sudo kalends doctor`\n",
      );
    });
  });
});
