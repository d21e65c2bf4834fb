import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { KALENDS, kalends } from "./server.ts";

/**
 * Script that measures memory and time of commands for CSV tables. It exports this number of events, imports
 * them, and imports them again without changes.
 * Usage: `node bench/dist/tables.js --events 1000000`
 */
const { values: options } = parseArgs({
  options: { events: { type: "string", default: "50000" }, seed: { type: "string", default: "1" } },
});
const EVENTS = Number(options.events);
/** Maximum memory of each command, in MB. */
const MAX_MB = 300;
const MB_PER_KIB = 1024 / 1_000_000;
/** Interval in milliseconds at which the peak memory of the process is read. */
const LOOK_MS = 100;

const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
const environmentOf = (name: string): NodeJS.ProcessEnv => ({
  ...process.env,
  KALENDS_BASE_URL: "https://bench.example",
  KALENDS_STORAGE: `sqlite:${join(folder, `${name}.db`)}`,
  KALENDS_MEDIA: join(folder, "media"),
});

const peakOf = (pid: number | undefined, before: number): number => {
  try {
    const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? before : Number(kib) * MB_PER_KIB;
  } catch {
    // The process ended before the read.
    return before;
  }
};

/** Runs a command and prints the time and memory that it used. */
const measure = async (
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [KALENDS, ...args], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peak = 0;
  const looking = setInterval(() => {
    peak = peakOf(child.pid, peak);
  }, LOOK_MS);
  const [code] = await once(child, "exit");
  clearInterval(looking);
  if (code !== 0) throw new Error(`kalends ${args.join(" ")} ended with ${code}`);
  const seconds = (performance.now() - begun) / 1000;
  const rate = Math.round(EVENTS / seconds).toLocaleString("en");
  const goal = peak <= MAX_MB ? `within ${MAX_MB} MB` : `more than ${MAX_MB} MB`;
  console.log(
    `${name}: ${seconds.toFixed(0)} s, ${rate} events/s, resident memory ${Math.round(peak)} MB at most, ${goal}`,
  );
};

try {
  const tables = join(folder, "tables");
  kalends(["seed", "--events", options.events, "--seed", options.seed], environmentOf("seeded"));
  console.log(`tables of ${EVENTS.toLocaleString("en")} events, on SQLite`);
  await measure("export", ["export", tables, "--format", "csv", "--status", "all"], environmentOf("seeded"));
  rmSync(join(folder, "seeded.db"));
  await measure("import", ["import", tables], environmentOf("imported"));
  await measure("import again", ["import", tables], environmentOf("imported"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
