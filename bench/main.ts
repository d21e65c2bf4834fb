import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Measured, measure } from "./load.ts";
import { NEW_EVENT, type Sample, scenarios } from "./scenarios.ts";
import { kalends, startBaseline, startKalends } from "./server.ts";

/** `npm run bench -- --events 10000 --seconds 4 --seed 1`: the real server against two baselines, in one run. */
const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seconds: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
const seconds = Number(options.seconds);
const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
const environment = {
  ...process.env,
  KALENDS_STORAGE: `sqlite:${join(folder, "calendar.db")}`,
  KALENDS_MAX_PER_PAGE: "200",
};
const PASSWORD = "bench bench bench";
const AUTHORIZATION = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString("base64")}`;
const JSON_BODY = { "content-type": "application/json" };

interface Listed {
  readonly id: number;
  readonly start_date: string;
  readonly categories: readonly { readonly id: number }[];
}

try {
  kalends(["seed", "--events", options.events, "--seed", options.seed], environment);
  kalends(["user", "add", "bench", "--role", "administrator", "--password", PASSWORD], environment);
  const server = await startKalends(environment);
  const idle = server.residentMemory();
  const namespace = `${server.url}/wp-json/tribe/events/v1`;
  const events = await allEvents(namespace);
  const sample = sampleOf(events);
  const asked = scenarios(sample);

  const documents = join(folder, "documents.jsonl");
  writeFileSync(documents, events.map((event) => JSON.stringify(event)).join("\n"));
  const naive = await startBaseline("naive", [documents, join(folder, "naive.db")]);
  const answers: Record<string, string> = {};
  for (const { name, path, method } of asked) {
    const answer = await fetch(namespace + path, {
      method: method ?? "GET",
      ...(method === "POST" && { headers: { ...JSON_BODY, authorization: AUTHORIZATION }, body: NEW_EVENT }),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    answers[name] = await answer.text();
  }
  const bytes = join(folder, "answers.json");
  writeFileSync(bytes, JSON.stringify(answers));
  const bare = await startBaseline("bare", [bytes]);

  console.log(`${events.length} events, ${seconds} s each, 8 connections`);
  console.log(
    `start to first answer ${Math.round(server.startedIn)} ms; resident memory when idle ${idle} MiB\n`,
  );
  const heading = ["", "kalends/s", "p50 ms", "p99 ms", "naive/s", "bare/s", "x naive", "x bare"];
  console.log(row(heading));
  for (const { name, path, naive: naivePath, method } of asked) {
    const write = method === "POST" ? { method, body: NEW_EVENT } : {};
    const ours = await measure({
      url: namespace + path,
      seconds,
      ...write,
      ...(method === "POST" && { headers: { ...JSON_BODY, authorization: AUTHORIZATION } }),
    });
    const theirs = await measure({ url: naive.url + naivePath, seconds, ...write, headers: JSON_BODY });
    const least = await measure({
      url: `${bare.url}/${encodeURIComponent(name)}`,
      seconds,
      ...write,
      headers: JSON_BODY,
    });
    console.log(
      row([
        name,
        ...figures(ours),
        perSecond(theirs),
        perSecond(least),
        ratio(ours, theirs),
        ratio(ours, least),
      ]),
    );
  }
  console.log(`\nresident memory after the load ${server.residentMemory()} MiB`);
  console.log(`naive query plans: ${JSON.stringify(naive.told.plans, null, 1)}`);
  for (const process of [server, naive, bare]) await process.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(11))).join("");
}

function perSecond({ perSecond, failures }: Measured): string {
  return failures > 0 ? `${failures} failed` : perSecond.toFixed(0);
}

function figures(measured: Measured): readonly string[] {
  return [perSecond(measured), measured.p50.toFixed(1), measured.p99.toFixed(1)];
}

function ratio(ours: Measured, other: Measured): string {
  return (ours.perSecond / other.perSecond).toFixed(2);
}

/** Every event, over the interface itself. */
async function allEvents(namespace: string): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  let next: string | undefined = `${namespace}/events?start_date=1970-01-01&end_date=2200-01-01&per_page=200`;
  while (next !== undefined) {
    // The envelope of lists, of which only this is looked at.
    const page = (await (await fetch(next)).json()) as { events: readonly Listed[]; next_rest_url?: string };
    found.push(...page.events);
    next = page.next_rest_url;
  }
  return found;
}

function sampleOf(events: readonly Listed[]): Sample {
  const middle = events[Math.floor(events.length / 2)];
  const [first, last] = [events[0], events.at(-1)];
  if (middle === undefined || first === undefined || last === undefined)
    throw new Error("no events to measure with");
  const month = middle.start_date.slice(0, 7);
  return {
    first: first.start_date.slice(0, 10),
    last: last.start_date.slice(0, 10),
    month: [`${month}-01`, `${month}-28`],
    categoryId: events.flatMap(({ categories }) => categories)[0]?.id ?? 0,
    word: "concert",
    eventId: middle.id,
    pages: Math.ceil(events.length / 10),
  };
}
