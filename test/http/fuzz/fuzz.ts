import { Agent } from "node:http";
import { publishedPackages } from "../../packages/published-packages.ts";
import type { TestStore } from "../../stores.ts";
import { checkBy } from "../documented-answers.ts";
import { type HostileServer, openHostileServer } from "../hostile/hostile-server.ts";
import { aPicture } from "../pictures.ts";
import { checkAnswer, type FuzzedAnswer, sendWire } from "./answers.ts";
import { type FuzzedRequest, smallerThan, toCurl, toWire } from "./fuzzed-request.ts";
import { operationsOf } from "./operations.ts";
import { createRequests } from "./requests.ts";
import { plant } from "./secrets.ts";

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** So many public events are there at the beginning. */
  readonly events: number;
  /** In milliseconds; what takes longer, also each time that it is asked once more and alone, is a finding. */
  readonly slowest?: number;
}

export interface FuzzReport {
  readonly operations: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowest: { readonly milliseconds: number; readonly curl: string };
  /** Lines for people, one for each operation and problem. */
  readonly findings: readonly string[];
  /** Resident memory of the server at the end, in MB. */
  readonly memory: number;
}

/** At a time. */
const CONNECTIONS = 4;
const TOO_LONG = "it takes too long";
/** How often what took too long is asked once more: the machine may have had something else to do. */
const TIMES = 5;
/** More are not looked for. */
const MAX_FINDINGS = 25;

/** The names of all plugins that come with the calendar. */
const pluginNames = (): readonly string[] =>
  publishedPackages()
    .filter(({ folder }) => folder.startsWith("plugins/"))
    .map(({ manifest }) => manifest.name);

/** Sends requests made of the document of a calendar with all plugins, and of what has gone wrong elsewhere. */
export const fuzz = async (
  store: TestStore,
  { requests, seed, events, slowest: limit = Infinity }: FuzzOptions,
): Promise<FuzzReport> => {
  const server = await openHostileServer(store, { KALENDS_PLUGINS: pluginNames().join() });
  const agent = new Agent({ keepAlive: true, timeout: 2000 });
  const findings = new Map<string, string>();
  const statuses: Record<string, number> = {};
  let slowest = { milliseconds: 0, curl: "" };
  try {
    const { body: document } = await server.get("/doc?version=3.0");
    const documented = checkBy(document);
    const operations = operationsOf(document);
    const next = createRequests(operations, await plant(server, events), seed);
    const picture = await aPicture();
    const wireOf = (request: FuzzedRequest) => toWire(request, server.token, picture);

    const send = async (request: FuzzedRequest): Promise<FuzzedAnswer> => {
      const answer = await sendWire(server.port, agent, wireOf(request));
      // A connection that was idle may be closed at that moment.
      return answer.status === 0 ? sendWire(server.port, agent, wireOf(request)) : answer;
    };
    const problemOf = async (request: FuzzedRequest, answer: FuzzedAnswer): Promise<string | undefined> => {
      try {
        checkAnswer(request.as, wireOf(request), answer, documented);
        return answer.milliseconds <= limit ? undefined : TOO_LONG;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const isSlow = async (request: FuzzedRequest): Promise<boolean> => {
      for (let time = 1; time <= TIMES; time += 1)
        if ((await send(request)).milliseconds <= limit) return false;
      return true;
    };
    const kindOf = (problem: string): string => problem.replace(/[\d"'].*/s, "").slice(0, 80);

    const report = async (request: FuzzedRequest, problem: string): Promise<void> => {
      const key = `${request.method} ${request.path.split("/")[1]} ${kindOf(problem)}`;
      if (findings.has(key) || findings.size >= MAX_FINDINGS) return;
      findings.set(key, "");
      let smallest = request;
      for (let isSmaller = true; isSmaller; ) {
        isSmaller = false;
        for (const smaller of smallerThan(smallest)) {
          const found = await problemOf(smaller, await send(smaller));
          if (found === undefined || kindOf(found) !== kindOf(problem)) continue;
          smallest = smaller;
          isSmaller = true;
          break;
        }
      }
      findings.set(
        key,
        `${problem.slice(0, 700)}\n  ${toCurl(wireOf(smallest), server.origin, smallest.as)}`,
      );
    };

    const one = async (): Promise<void> => {
      const request = next();
      const answer = await send(request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.milliseconds > slowest.milliseconds)
        slowest = {
          milliseconds: answer.milliseconds,
          curl: toCurl(wireOf(request), server.origin, request.as).slice(0, 300),
        };
      const problem = await problemOf(request, answer);
      if (problem !== undefined) suspects.push([request, problem]);
    };

    const suspects: (readonly [FuzzedRequest, string])[] = [];
    for (let sent = 0; sent < requests; sent += CONNECTIONS) {
      await Promise.all(Array.from({ length: CONNECTIONS }, one));
      // Alone: nobody else takes its time.
      for (const [request, problem] of suspects.splice(0)) {
        const isLasting = problem !== TOO_LONG || (await isSlow(request));
        if (isLasting) await report(request, problem);
      }
    }
    const memory = await server.memory();
    return {
      operations: operations.length,
      requests,
      statuses,
      slowest,
      memory,
      findings: [...findings.values()],
    };
  } finally {
    agent.destroy();
    await close(server, findings);
  }
};

/** What the server says at its end is not to hide what was found before. */
const close = async (server: HostileServer, findings: ReadonlyMap<string, string>): Promise<void> => {
  try {
    await server.close();
  } catch (error) {
    if (findings.size === 0) throw error;
  }
};

export const describeReport = ({ operations, requests, statuses, slowest, memory }: FuzzReport): string =>
  `${requests} requests to ${operations} operations: ${Object.entries(statuses)
    .map(([status, count]) => `${status} ${count}x`)
    .join(", ")}; slowest ${Math.round(slowest.milliseconds)} ms (${slowest.curl}); ${Math.round(memory)} MB`;
