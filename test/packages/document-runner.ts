import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { Block } from "./document-blocks.ts";

/**
 * Definitions for a shell that runs the commands of documents. They replace commands that would need an
 * installation.
 */
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

/**
 * Returns a function to run instead of a command that needs a network or root rights. Returns `undefined` if
 * the command itself can run.
 */
export type StandIn = (command: string) => (() => void | Promise<void>) | undefined;

const SERVE = /^(?:npx --no kalends serve|node server\.js)$/;

/** Runs the commands of a document in a folder. */
export interface DocumentRunner {
  /**
   * Runs the blocks in order and returns the output of each command. If `standIn` returns a function for a
   * command, the function runs instead.
   */
  run(blocks: readonly Block[], standIn?: StandIn): Promise<readonly string[]>;
  /**
   * Starts a server with this command and waits until it is ready. A server that was started before is ended
   * first.
   */
  serve(command: string): Promise<void>;
  /** Current folder of the shell. */
  folder(): string;
  close(): Promise<void>;
}

export const createDocumentRunner = (start: string): DocumentRunner => {
  let folder = start;
  let origin = "";
  /**
   * Port of the server. The first start uses any free port. Later starts use the same port, because shell
   * variables may contain it.
   */
  let port = "0";
  let server: Running | undefined;
  /** Values of the shell variables that commands have set, passed on to the next command. */
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
    // A terminal also sends the signal to the shell and to all programs that the shell has started.
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
    // In a terminal, the current folder and the variables remain after a command. Each command runs in a new
    // shell here, so both are saved.
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
