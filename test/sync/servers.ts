import { createCalendarClient } from "@kalends/client";
import { freePort } from "../free-port.ts";
import { type Environment, type Place, printedSecret, type Served } from "../kalends/kalends-process.ts";
import type { Reach } from "./in-step.ts";

/** Processes that serve the same calendar. The address of each one is fixed. */
export interface Servers {
  readonly origins: readonly string[];
  /** Clients of each process. Users are named after their role. */
  readonly processes: readonly Reach[];
  token(user: string): string;
  /** Kills a process and starts it again at the same address. */
  kill(at: number): Promise<void>;
}

/** Starts `count` processes. Each user has the role of the same name. */
export const startServers = async (
  place: Place,
  count: number,
  users: readonly string[],
  environment: Environment = {},
): Promise<Servers> => {
  const tokens = new Map<string, string>();
  for (const user of users) {
    await place.run(["user", "add", user, "--role", user, "--password", "a long password"]);
    const { output } = await place.run(["user", "token", user, "--label", "test"]);
    tokens.set(user, printedSecret(output));
  }
  const token = (user: string): string => {
    const known = tokens.get(user);
    if (known === undefined) throw new Error(`There is no user ${user}`);
    return known;
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const start = (port: number): Promise<Served> =>
    place.spawnServer({
      KALENDS_PORT: String(port),
      KALENDS_CHANGES: "1",
      // All processes then return the same URLs.
      KALENDS_BASE_URL: "https://calendar.example",
      ...environment,
    });
  const served: Served[] = [];
  for (const port of ports) served.push(await start(port));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  return {
    origins,
    token,
    processes: origins.map(
      (site): Reach =>
        (user) =>
          createCalendarClient({ site, ...(user !== undefined && { credentials: { token: token(user) } }) }),
    ),
    async kill(at) {
      await served[at]?.end("SIGKILL");
      served[at] = await start(ports[at] ?? 0);
    },
  };
};
