import { type Load, type Measured, measure } from "./load.ts";
import type { Plan } from "./plans.ts";
import type { Listed } from "./sample.ts";
import { NEW_EVENT, type Question, type Scenario } from "./scenarios.ts";
import { kalends, type Running, startKalends } from "./server.ts";
import { type Figures, HEADING, toRow } from "./table.ts";

/** What to measure with. */
export interface BenchOptions {
  readonly events: string;
  /** Of each load. */
  readonly seconds: number;
  readonly seed: string;
  /** Whether to tell what each server asks its database. */
  readonly plans: boolean;
}

const STARTS = 3;
const PASSWORD = "bench bench bench";
const AUTHORIZATION = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString("base64")}`;
const JSON_BODY = { "content-type": "application/json" };

export const toNamespace = ({ url }: Running): string => `${url}/wp-json/tribe/events/v1`;

/** Adds the account that creates events. */
export const addUser = (environment: NodeJS.ProcessEnv): void => {
  kalends(["user", "add", "bench", "--role", "administrator", "--password", PASSWORD], environment);
};

/** Tells how long `kalends serve` takes to its first answer, and how much memory it holds then; the last one stays. */
export const startSeveralTimes = async (environment: NodeJS.ProcessEnv): Promise<Running> => {
  let running = await startKalends(environment);
  const started = [running.startedIn];
  while (started.length < STARTS) {
    await running.stop();
    running = await startKalends(environment);
    started.push(running.startedIn);
  }
  const times = started.map((time) => time.toFixed(0)).join(", ");
  console.log(
    `start to first answer: ${times} ms; resident memory when idle: ${running.residentMemory()} MiB`,
  );
  return running;
};

/** One answer to each, for the bare server; throws when the naive server does not find as much as we do. */
export const collectAnswers = async (
  asked: readonly Scenario[],
  ours: Running,
  naive: Running,
): Promise<Readonly<Record<string, string>>> => {
  const answers: Record<string, string> = {};
  // What is created would be found by what is asked later.
  const writesLast = asked.toSorted(
    (one, other) => Number(one.method === "POST") - Number(other.method === "POST"),
  );
  for (const scenario of writesLast) {
    const { method = "GET", headers, body = null } = loadOf(scenario, 0);
    const request = { method, headers: { ...headers }, body };
    const answer = await fetch(toNamespace(ours) + scenario.path, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${scenario.name}: ${answer.status} ${text}`);
    answers[scenario.name] = text;
    if (method !== "GET") continue;
    for (const question of [scenario, ...(scenario.others ?? [])].filter(
      (_, index) => index % COMPARED === 0,
    )) {
      const mine = await findings(toNamespace(ours) + question.path);
      const theirs = await findings(naive.url + question.naive);
      if (mine !== theirs) throw new Error(`${question.path}: kalends finds ${mine}, naive ${theirs}`);
    }
  }
  return answers;
};

/** Every so many questions of a scenario. */
const COMPARED = 16;

const findings = async (url: string): Promise<string> => {
  // What lists answer; a single event has none of it.
  const { total, events } = (await (await fetch(url)).json()) as Partial<Found>;
  return JSON.stringify([total, events?.map(({ id }) => id)]);
};

/** What lists tell of what they found. */
interface Found {
  readonly total: number;
  readonly events: readonly Listed[];
}

const loadOf = ({ method }: Scenario, seconds: number): Omit<Load, "server" | "url"> => {
  if (method === undefined) return { seconds };
  return { seconds, method, headers: { ...JSON_BODY, authorization: AUTHORIZATION }, body: NEW_EVENT };
};

/** The servers that answer the same; `remembering` is ours when it may remember totals. */
export interface Compared {
  readonly ours: Running;
  readonly naive: Running;
  readonly bare: Running;
  readonly remembering?: Running;
}

/** Kalends and the naive server are measured so many times each, one after the other, since machines have moods. */
const TURNS = 3;

const medianOf = (turns: readonly Measured[]): Measured => {
  const sorted = [...turns].sort((one, other) => one.perSecond - other.perSecond);
  const failed = sorted.find(({ failures }) => failures > 0);
  const median = failed ?? sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("nothing was measured");
  return median;
};

/** Measures them in turn, scenario by scenario, and prints the table. */
export const compare = async (
  asked: readonly Scenario[],
  { ours, naive, bare, remembering }: Compared,
  seconds: number,
): Promise<void> => {
  console.log(`${TURNS} times ${seconds} s each, 8 connections\n\n${HEADING}`);
  for (const scenario of asked) {
    const load = loadOf(scenario, seconds);
    const urls = (base: string, toPath: (question: Question) => string): Pick<Load, "url" | "others"> => ({
      url: base + toPath(scenario),
      others: (scenario.others ?? []).map((other) => base + toPath(other)),
    });
    const measureOurs = (server: Running) =>
      measure({ ...load, server, ...urls(toNamespace(server), ({ path }) => path) });
    const turns: { readonly ours: Measured; readonly naive: Measured }[] = [];
    while (turns.length < TURNS) {
      turns.push({
        ours: await measureOurs(ours),
        naive: await measure({ ...load, server: naive, ...urls(naive.url, (question) => question.naive) }),
      });
    }
    const figures: Figures = {
      ours: medianOf(turns.map((turn) => turn.ours)),
      naive: medianOf(turns.map((turn) => turn.naive)),
      bare: await measure({ ...load, server: bare, url: `${bare.url}/${encodeURIComponent(scenario.name)}` }),
      ...(remembering && { remembering: await measureOurs(remembering) }),
    };
    console.log(toRow(scenario.name, figures));
  }
  console.log("\nratios are of answers a second, except cpu: processor time of an answer, naive / kalends.");
};

export const printPlans = (title: string, plans: Readonly<Record<string, readonly Plan[]>>): void => {
  for (const [name, statements] of Object.entries(plans)) {
    console.log(`\n${title}, ${name}`);
    for (const { statement, steps } of statements) console.log(`  ${statement}\n    ${steps.join("\n    ")}`);
  }
};
