import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MongoClient, MongoServerError } from "mongodb";
import { freePort } from "../free-port.ts";
import { createGuardedDirectory, type TestServer } from "./test-server.ts";

const SET = "rs0";
const ALREADY_INITIALIZED = 23;
const PATIENCE_MS = 60_000;

/** Creates a `mongod` server on a free port of this machine. */
export const createMongodServer = (binary: () => Promise<string>): TestServer => {
  const directory = createGuardedDirectory((path) => [
    "sh",
    "-c",
    'kill -9 "$(cat "$0/pid")" 2> /dev/null',
    path,
  ]);
  const state: { running?: ChildProcess; port?: number } = {};
  const data = join(directory.path, "data");
  const pidFile = join(directory.path, "pid");

  const start = async (): Promise<string> => {
    state.port ??= await freePort();
    const address = `mongodb://127.0.0.1:${state.port}/?replicaSet=${SET}`;
    if (state.running !== undefined) return address;
    mkdirSync(data, { recursive: true });
    const log = openSync(join(directory.path, "log"), "a");
    const place = ["--dbpath", data, "--port", String(state.port), "--bind_ip", "127.0.0.1"];
    const child = spawn(await binary(), [...place, "--replSet", SET], { stdio: ["ignore", log, log] });
    await once(child, "spawn");
    state.running = child;
    writeFileSync(pidFile, String(child.pid));
    child.once("exit", () => {
      delete state.running;
      writeFileSync(pidFile, "");
    });
    child.unref();
    await untilPrimary(state.port, () => {
      if (state.running !== child)
        throw new Error(`mongod ended: ${readFileSync(join(directory.path, "log"))}`);
    });
    return address;
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (state.running === undefined) return;
    const exit = once(state.running, "exit");
    state.running.ref();
    state.running.kill(signal);
    await exit;
  };

  return {
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async remove() {
      await end("SIGKILL");
      await directory.remove();
    },
  };
};

/** Makes a new server the only member of its replica set. Resolves when the server is the primary. */
const untilPrimary = async (port: number, check: () => void): Promise<void> => {
  const member = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${member}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1000,
  });
  const admin = client.db("admin");
  const isPrimary = async (): Promise<boolean> => {
    try {
      const config = { _id: SET, members: [{ _id: 0, host: member }] };
      await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
        if (!(error instanceof MongoServerError) || error.code !== ALREADY_INITIALIZED) throw error;
      });
      return (await admin.command({ hello: 1 })).isWritablePrimary === true;
    } catch {
      return false; // The server does not accept connections yet.
    }
  };
  try {
    const last = Date.now() + PATIENCE_MS;
    while (!(await isPrimary())) {
      check();
      if (Date.now() > last) throw new Error("mongod has not become a primary");
      await pause(50);
    }
  } finally {
    await client.close();
  }
};
