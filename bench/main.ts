import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Load, measure } from "./load.ts";
import { type Plan, plansOf } from "./plans.ts";
import { type Listed, readAll, sampleOf } from "./sample.ts";
import { NEW_EVENT, type Scenario, scenarios } from "./scenarios.ts";
import { kalends, type Running, startKalends, startScript } from "./server.ts";
import { HEADING, toRow } from "./table.ts";

/**
 * `npm run bench -- --events 10000 --seconds 4 --seed 1`: the real server against two baselines, in one run. `--plans` adds
 * what each asks its database.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seconds: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    plans: { type: "boolean", default: false },
  },
});
const seconds = Number(options.seconds);
const STARTS = 3;
const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
const file = join(folder, "calendar.db");
const environment = { ...process.env, KALENDS_STORAGE: `sqlite:${file}`, KALENDS_MAX_PER_PAGE: "200" };
const PASSWORD = "bench bench bench";
const AUTHORIZATION = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString("base64")}`;
const JSON_BODY = { "content-type": "application/json" };
const toNamespace = ({ url }: Running): string => `${url}/wp-json/tribe/events/v1`;

try {
  kalends(["seed", "--events", options.events, "--seed", options.seed], environment);
  kalends(["user", "add", "bench", "--role", "administrator", "--password", PASSWORD], environment);
  const served = await startSeveralTimes();
  const ours = await startScript("counting", [file]);
  const events = await readAll(toNamespace(ours));
  const sample = sampleOf(events);
  const asked = scenarios(sample);

  // A single event is shown with more members than a listed one: naive gets documents of the size that is answered.
  const single = await (await fetch(`${toNamespace(ours)}/events/${sample.eventId}`)).text();
  const documents = join(folder, "documents.jsonl");
  writeFileSync(
    documents,
    events.map((event) => (event.id === sample.eventId ? single : JSON.stringify(event))).join("\n"),
  );
  const naive = await startScript("baselines/naive", [documents, join(folder, "naive.db")]);
  const answers = join(folder, "answers.json");
  writeFileSync(answers, JSON.stringify(await collectAnswers(asked, ours, naive)));
  const bare = await startScript("baselines/bare", [answers]);

  console.log(`${events.length} events, ${seconds} s each, 8 connections\n\n${HEADING}`);
  for (const scenario of asked) {
    const load = loadOf(scenario);
    const figures = {
      ours: await measure({ ...load, server: ours, url: toNamespace(ours) + scenario.path }),
      naive: await measure({ ...load, server: naive, url: naive.url + scenario.naive }),
      bare: await measure({ ...load, server: bare, url: `${bare.url}/${encodeURIComponent(scenario.name)}` }),
      remembering: await measure({ ...load, server: served, url: toNamespace(served) + scenario.path }),
    };
    console.log(toRow(scenario.name, figures));
  }
  console.log(
    "\nratios are of answers a second, except cpu: processor time of an answer, naive / kalends." +
      "\nremembering: `kalends serve`, which counts a total once between two changes; the other columns count each time." +
      `\nresident memory of it after the load: ${served.residentMemory()} MiB`,
  );
  for (const process of [served, ours, naive, bare]) await process.stop();
  if (options.plans) {
    printPlans("kalends", await plansOf(file, asked));
    // The naive server tells its plans in this form.
    printPlans("naive", naive.told.plans as Readonly<Record<string, readonly Plan[]>>);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Tells how long `kalends serve` takes to its first answer, and how much memory it holds then; the last one stays. */
async function startSeveralTimes(): Promise<Running> {
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
}

/** One answer to each, for the bare server; throws when the naive server does not find as much as we do. */
async function collectAnswers(
  asked: readonly Scenario[],
  ours: Running,
  naive: Running,
): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  for (const scenario of asked) {
    const { method = "GET", headers, body = null } = loadOf(scenario);
    const request = { method, headers: { ...headers }, body };
    const answer = await fetch(toNamespace(ours) + scenario.path, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${scenario.name}: ${answer.status} ${text}`);
    answers[scenario.name] = text;
    if (method !== "GET") continue;
    const other = (await (await fetch(naive.url + scenario.naive)).json()) as Partial<Found>;
    const found: Partial<Found> = JSON.parse(text);
    const [mine, theirs] = [found, other].map(({ total, events }) => [total, events?.map(({ id }) => id)]);
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
      throw new Error(`${scenario.name}: kalends finds ${mine}, naive ${theirs}`);
    }
  }
  return answers;
}

/** What lists tell of what they found; a single event has none of it. */
interface Found {
  readonly total: number;
  readonly events: readonly Listed[];
}

function loadOf({ method }: Scenario): Omit<Load, "server" | "url"> {
  if (method === undefined) return { seconds };
  return { seconds, method, headers: { ...JSON_BODY, authorization: AUTHORIZATION }, body: NEW_EVENT };
}

function printPlans(title: string, plans: Readonly<Record<string, readonly Plan[]>>): void {
  for (const [name, statements] of Object.entries(plans)) {
    console.log(`\n${title}, ${name}`);
    for (const { statement, steps } of statements) console.log(`  ${statement}\n    ${steps.join("\n    ")}`);
  }
}
