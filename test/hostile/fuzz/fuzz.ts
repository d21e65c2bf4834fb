import { Agent } from "node:http";
import { checkBy } from "../../http/documented-answers.ts";
import { pluginNames } from "../../packages/published-packages.ts";
import type { TestStore } from "../../stores.ts";
import { type HostileServer, openHostileServer } from "../hostile-server.ts";
import { checkResponse, type FuzzedResponse, sendWire } from "./answers.ts";
import { createFiles } from "./files.ts";
import { createFindings } from "./findings.ts";
import { type CredentialsOf, type FuzzedRequest, toCurl, toWire, type Wire } from "./fuzzed-request.ts";
import { createMemory } from "./memory.ts";
import { operationsOf } from "./operations.ts";
import { createPicking } from "./picking.ts";
import { plant } from "./plant.ts";
import { createRequests } from "./requests.ts";
import { siteOperations } from "./site-operations.ts";

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Number of public events that exist before the first request. */
  readonly events: number;
  /**
   * Maximum duration of a request in milliseconds. A request is a finding if it takes longer even when it is
   * repeated alone. For a file of all events, this is the limit per 1,000 events.
   */
  readonly slowest?: number;
  /** Called from time to time with the number of remaining requests. */
  readonly progress?: (left: number, findings: readonly string[]) => void;
}

export interface FuzzReport {
  readonly operations: number;
  readonly combinations: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowest: { readonly milliseconds: number; readonly curl: string };
  /** Findings as readable lines, one per operation and kind of problem. */
  readonly findings: readonly string[];
  /** Resident memory of the server after the last request, in MB. */
  readonly memory: number;
}

/** Number of concurrent connections. */
const CONNECTIONS = 4;
const TOO_LONG = "it takes too long";
/** Number of times that a slow request is repeated. Other programs on the machine may have slowed it down. */
const TIMES = 5;
/** Content types of responses without pagination. Their length grows with the number of events. */
const FILE = /calendar|xml/;
const EVENT_OF_FILE = /BEGIN:VEVENT|<loc>/g;

/** Number of requests after which suspicious requests are repeated alone. */
const ROUND = 100;
/**
 * Maximum share of refusals because of overload. With more refusals, the other responses would not say
 * enough.
 */
const MAX_SHED = 0.01;

const ENVIRONMENT = {
  KALENDS_PLUGINS: pluginNames().join(),
  KALENDS_AUDIT: "1",
  KALENDS_METRICS: "on",
  KALENDS_LOCALES: "fr:5",
  KALENDS_EDITORIAL_PRIORITIES: "true",
  KALENDS_PAGES_SUBMISSIONS: "true",
  KALENDS_PAGES_SUBMISSION_ACCOUNT: "1",
  KALENDS_PAGES_SUBMISSIONS_PER_ADDRESS: "1000",
  KALENDS_PAGES_SUBMISSIONS_PER_HOUR: "1000",
};

/**
 * Sends random requests to a calendar with all plugins. They are derived from its OpenAPI document and from
 * known attacks.
 */
export const fuzz = async (
  store: TestStore,
  { requests, seed, events, slowest: limit = Infinity, progress }: FuzzOptions,
): Promise<FuzzReport> => {
  const server = await openHostileServer(store, ENVIRONMENT);
  const agent = new Agent({ keepAlive: true, timeout: 2000 });
  const statuses: Record<string, number> = {};
  let slowest = { milliseconds: 0, curl: "" };
  const findings = createFindings();
  try {
    const { body: document } = await server.get("/doc?version=3.0");
    const { targets, secrets, keys, form } = await plant(server, events);
    const operations = [...operationsOf(document), ...siteOperations(form)];
    const picking = createPicking(seed);
    const memory = createMemory();
    const files = await createFiles(picking);
    const { next, combinations } = createRequests({ operations, targets, files, memory, picking });
    const credentialsOf: CredentialsOf = ({ as, by }) => {
      const key = by === "key" && as !== undefined ? keys.get(as) : undefined;
      if (key !== undefined) return { "x-api-key": key };
      return as === undefined ? {} : { authorization: `Bearer ${server.token(as)}` };
    };
    const tokens = [...server.users.keys()].map((name) => server.token(name));
    const checks = { documented: checkBy(document), credentialsOf, secrets: [...secrets, ...tokens] };

    const send = async (wire: Wire): Promise<FuzzedResponse> => {
      const answer = await sendWire(server.port, agent, wire);
      // The server may close an idle connection at the same moment. The request is then sent once more.
      return answer.status === 0 ? sendWire(server.port, agent, wire) : answer;
    };
    /**
     * Largest number of events in a file so far. A HEAD request generates the file too, although it is not
     * sent.
     */
    let most = 0;
    const eventsIn = ({ text, headers }: FuzzedResponse): number => {
      if (!FILE.test(headers["content-type"] ?? "")) return 0;
      if (text === "") return most;
      const count = text.match(EVENT_OF_FILE)?.length ?? 0;
      most = Math.max(most, count);
      return count;
    };
    const isLong = (answer: FuzzedResponse): boolean =>
      answer.milliseconds > limit * Math.max(1, eventsIn(answer) / 1000);
    const problemOf = (request: FuzzedRequest, wire: Wire, answer: FuzzedResponse): string | undefined => {
      try {
        checkResponse(request, wire, answer, checks);
        return isLong(answer) ? TOO_LONG : undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const tryAgain = async (request: FuzzedRequest): Promise<string | undefined> => {
      const wire = toWire(request, credentialsOf);
      return problemOf(request, wire, await send(wire));
    };
    /** True if the request is slow even when it is sent alone. Waiting for a processor does not count. */
    const isSlow = async (request: FuzzedRequest): Promise<boolean> => {
      const wire = toWire(request, credentialsOf);
      for (let time = 1; time <= TIMES; time += 1) {
        const before = await server.waited();
        const answer = await send(wire);
        const milliseconds = answer.milliseconds - ((await server.waited()) - before);
        if (!isLong({ ...answer, milliseconds })) return false;
      }
      return true;
    };

    let left = requests;
    const suspects: (readonly [FuzzedRequest, string])[] = [];
    const work = async (until: number): Promise<void> => {
      while (left > until) {
        const request = next();
        // A batch counts as many requests as it contains.
        left -= Math.max(1, request.requests?.length ?? 1);
        const wire = toWire(request, credentialsOf);
        const answer = await send(wire);
        memory.note(request, answer);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.milliseconds > slowest.milliseconds)
          slowest = {
            milliseconds: answer.milliseconds,
            curl: toCurl(wire, server.origin, request.as).slice(0, 300),
          };
        const problem = problemOf(request, wire, answer);
        if (problem !== undefined) suspects.push([request, problem]);
      }
    };

    while (left > 0) {
      progress?.(left, findings.lines());
      const until = Math.max(0, left - ROUND);
      await Promise.all(Array.from({ length: CONNECTIONS }, () => work(until)));
      // Suspicious requests are sent again alone, so that other requests do not slow them down.
      for (const [request, problem] of suspects.splice(0)) {
        const isOfTime = problem === TOO_LONG;
        if (isOfTime && !(await isSlow(request))) continue;
        await findings.add(request, problem, {
          tryAgain: isOfTime ? async (smaller) => ((await isSlow(smaller)) ? TOO_LONG : undefined) : tryAgain,
          describe: (smallest) => toCurl(toWire(smallest, credentialsOf), server.origin, smallest.as),
        });
      }
    }
    const shed = statuses[503] ?? 0;
    if (shed > requests * MAX_SHED) findings.note(`${shed} of ${requests} were refused for load`);
    const memoryUsed = await server.memory();
    return {
      ...{ operations: operations.length, combinations, requests, statuses, slowest },
      ...{ memory: memoryUsed, findings: findings.lines() },
    };
  } finally {
    agent.destroy();
    await close(server, findings.lines());
  }
};

/** Closes the server. If closing fails, findings that exist already are reported all the same. */
const close = async (server: HostileServer, findings: readonly string[]): Promise<void> => {
  try {
    await server.close();
  } catch (error) {
    if (findings.length === 0) throw error;
  }
};

export const describeReport = (report: FuzzReport): string => {
  const { operations, combinations, requests, statuses, slowest, memory } = report;
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${count}x`);
  return [
    `${requests} requests to ${operations} operations (${combinations} combinations with a parameter and a value): ${counts.join(", ")}`,
    `slowest ${Math.round(slowest.milliseconds)} ms (${slowest.curl})`,
    `${Math.round(memory)} MB`,
  ].join("; ");
};
