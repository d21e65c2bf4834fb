import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import {
  addUser,
  type BenchOptions,
  collectAnswers,
  compare,
  printPlans,
  startSeveralTimes,
  toNamespace,
} from "./compare.ts";
import { mongodbPlansOf } from "./mongodb-plans.ts";
import { multiply, SEEDED } from "./multiply.ts";
import type { Plan } from "./plans.ts";
import { writeDocuments, writeSingles } from "./sample.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { kalends, type Running, startScript } from "./server.ts";

/** First day with events: a million of them end before the year 2300. */
const FROM = "2026-01-01";

/** On a MongoDB server: the naive server has the same documents in a collection of its own. */
export const benchMongodb = async (
  { events, seconds, seed, plans }: BenchOptions,
  server: string,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
  const [ownDatabase, naiveDatabase] = ["own", "naive"].map((name) => `bench-${name}-${randomUUID()}`);
  const addressOf = (database = ""): string => Object.assign(new URL(server), { pathname: database }).href;
  const address = addressOf(ownDatabase);
  const environment = { ...process.env, KALENDS_STORAGE: address, KALENDS_MAX_PER_PAGE: "200" };
  try {
    const seeded = String(Math.min(SEEDED, Number(events)));
    kalends(["seed", "--events", seeded, "--seed", seed, "--from", FROM], environment);
    await multiply(address, Number(events));
    addUser(environment);
    const ours = await startSeveralTimes(environment);
    const documents = join(folder, "documents.jsonl");
    const sample = await writeDocuments(toNamespace(ours), documents);
    const asked = scenarios(sample);
    const singles = join(folder, "singles.jsonl");
    await writeSingles(toNamespace(ours), sample, singles);
    const naive = await startScript("baselines/naive-mongodb", [
      addressOf(naiveDatabase),
      documents,
      singles,
    ]);
    const answers = join(folder, "answers.json");
    writeFileSync(answers, JSON.stringify(await collectAnswers(asked, ours, naive)));
    const bare = await startScript("baselines/bare", [answers]);

    console.log(`${sample.events} events on MongoDB`);
    await compare(asked, { ours, naive, bare }, seconds);
    if (plans) {
      printPlans("kalends", await mongodbPlansOf(address, asked));
      printPlans("naive", await naivePlans(naive, asked));
    }
    for (const process of [ours, naive, bare]) await process.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    const client = await new MongoClient(server).connect();
    for (const name of [ownDatabase, naiveDatabase]) await client.db(name).dropDatabase();
    await client.close();
  }
};

const naivePlans = async (
  naive: Running,
  asked: readonly Scenario[],
): Promise<Readonly<Record<string, readonly Plan[]>>> => {
  const lists = asked.filter((scenario) => scenario.naive.startsWith("/list?"));
  const plans = lists.map(async (scenario) => {
    const answer = await fetch(naive.url + scenario.naive.replace("/list?", "/plan?"));
    // The naive server tells its plans in this form.
    return [scenario.name, (await answer.json()) as readonly Plan[]] as const;
  });
  return Object.fromEntries(await Promise.all(plans));
};
