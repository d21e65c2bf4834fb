import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const KALENDS = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

/** Output of the commands in a round trip. */
export interface RoundTrip {
  readonly imports: readonly [first: string, second: string];
  /** Output of the command `verify`. The last line has the number of equal records. */
  readonly verify: string;
}

/** Imports the list pages in a folder twice. Then compares every record in them with the calendar. */
export const roundTrip = async (folder: string): Promise<RoundTrip> => {
  const place = mkdtempSync(join(tmpdir(), "kalends-round-trip-"));
  const env = {
    PATH: process.env.PATH,
    KALENDS_STORAGE: `sqlite:${join(place, "calendar.db")}`,
    KALENDS_TIMEZONE: "America/New_York",
  };
  const run = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd: place, env, maxBuffer: 2 ** 30 };
    const command = promisify(execFile)(process.execPath, [KALENDS, ...args, resolve(folder)], options);
    // The command prints the differences and exits with 1, so an error is expected.
    const { stdout } = await command.catch((error: { readonly stdout: string }) => error);
    return stdout;
  };
  try {
    const imports = [await run("import", "--no-images"), await run("import", "--no-images")] as const;
    return { imports, verify: await run("verify") };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};
