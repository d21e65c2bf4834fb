import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { Block } from "./document-blocks.ts";

/** Commands of the shell as people type them, without an installation of their own. */
const SHELL = `
set -eu
npx() { shift 2; "$NODE" node_modules/kalends/bin/kalends.js "$@"; }
kalends() { npx --no kalends "$@"; }
node() { "$NODE" "$@"; }
sudo() { "$@"; }
curl() { command curl --silent --show-error "$@"; echo; }
`;

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(KALENDS_|NODE_PATH|npm_)/.test(name)),
);

type Running = ChildProcessByStdio<null, Readable, Readable>;

/** Returns what to do in place of a command that needs a network or root rights; `undefined` runs the command itself. */
export type StandIn = (command: string) => (() => void | Promise<void>) | undefined;

const SERVE = /^(?:npx --no kalends serve|node server\.js)$/;

/** Does in a folder what a document says. */
export interface DocumentRunner {
  /** Runs blocks in order and returns the output of each command. If `standIn` returns a function for a command, that runs instead. */
  run(blocks: readonly Block[], standIn?: StandIn): Promise<readonly string[]>;
  /** Starts a server with this command and waits until it is ready; ends the one before. */
  serve(command: string): Promise<void>;
  /** Folder of the commands by now. */
  folder(): string;
  close(): Promise<void>;
}

export const createDocumentRunner = (start: string): DocumentRunner => {
  let folder = start;
  let origin = "";
  /** Any free port; a server that is started again has the one before, which variables of the shell may hold. */
  let port = "0";
  let server: Running | undefined;
  /** Variables that commands have set, for the commands after them. */
  let variables = "";

  const launch = (command: string): Running =>
    spawn("bash", ["-c", `${SHELL}${variables}\n${command}`], {
      cwd: folder,
      env: { ...environment, NODE: process.execPath, KALENDS_PORT: port, KALENDS_LOG_LEVEL: "error" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });

  const close = async (): Promise<void> => {
    if (server?.pid === undefined) return;
    const closed = once(server, "close");
    // As a terminal does: to the shell and to what it runs.
    process.kill(-server.pid, "SIGINT");
    server = undefined;
    await closed;
  };

  const serve = async (command: string): Promise<void> => {
    await close();
    const child = launch(command);
    server = child;
    let output = "";
    origin = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (chunk: string) => {
          output += chunk;
          const [, found] = /(?:Kalends is ready|^Ready) at (http:\/\/[^/\s]+)/m.exec(output) ?? [];
          if (found !== undefined) resolve(found);
        });
      child.once("close", () => reject(new Error(output)));
    });
    port = new URL(origin).port;
  };

  const runCommand = async (command: string): Promise<string> => {
    const after = join(start, "variables");
    // The folder and the variables of the shell outlive the command, as they do in a terminal.
    const child = launch(
      `${command.replaceAll(/http:\/\/127\.0\.0\.1:(?:8080|3000)/g, origin)}\n{ pwd; declare -p API BADGE 2>/dev/null || true; } > '${after}'`,
    );
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    expect(code, command + output + errors).to.equal(0);
    const [place = folder, ...declared] = readFileSync(after, "utf8").split("\n");
    folder = place;
    variables = declared.join("\n");
    return output;
  };

  return {
    serve,
    close,
    folder: () => folder,
    async run(blocks, standIn = () => undefined) {
      const outputs: string[] = [];
      for (const block of blocks) {
        if (block.kind === "file") {
          const path = join(folder, block.path);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, block.text.replace("listen(3000,", `listen(${port},`));
        } else if (block.kind === "output") {
          expect(outputs.slice(-2).join("\n").split("\n")).to.include(block.text);
        } else if (SERVE.test(block.text)) await serve(block.text);
        else {
          const instead = standIn(block.text);
          if (instead === undefined) outputs.push(await runCommand(block.text));
          else await instead();
        }
      }
      return outputs;
    },
  };
};
