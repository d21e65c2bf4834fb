import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addUser,
  type BenchOptions,
  collectAnswers,
  compare,
  printPlans,
  startSeveralTimes,
  toNamespace,
} from "./compare.ts";
import { type Plan, plansOf } from "./plans.ts";
import { writeDocuments, writeSingles } from "./sample.ts";
import { scenarios } from "./scenarios.ts";
import { kalends, startScript } from "./server.ts";

/** On a SQLite file: the naive server has the same documents in a table of its own. */
export const benchSqlite = async ({ events, seconds, seed, plans }: BenchOptions): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
  const file = join(folder, "calendar.db");
  const environment = { ...process.env, KALENDS_STORAGE: `sqlite:${file}`, KALENDS_MAX_PER_PAGE: "200" };
  try {
    kalends(["seed", "--events", events, "--seed", seed], environment);
    addUser(environment);
    const remembering = await startSeveralTimes(environment);
    const ours = await startScript("counting", [file]);
    const documents = join(folder, "documents.jsonl");
    const sample = await writeDocuments(toNamespace(ours), documents);
    const asked = scenarios(sample);
    const singles = join(folder, "singles.jsonl");
    await writeSingles(toNamespace(ours), sample, singles);
    const naive = await startScript("baselines/naive", [documents, singles, join(folder, "naive.db")]);
    const answers = join(folder, "answers.json");
    writeFileSync(answers, JSON.stringify(await collectAnswers(asked, ours, naive)));
    const bare = await startScript("baselines/bare", [answers]);

    console.log(`${sample.events} events on SQLite`);
    await compare(asked, { ours, naive, bare, remembering }, seconds);
    console.log(
      "remembering: `kalends serve`, which counts a total once between two changes; the other columns count each time." +
        `\nresident memory of it after the load: ${remembering.residentMemory()} MiB`,
    );
    for (const process of [remembering, ours, naive, bare]) await process.stop();
    if (plans) {
      printPlans("kalends", await plansOf(file, asked));
      // The naive server tells its plans in this form.
      printPlans("naive", naive.told.plans as Readonly<Record<string, readonly Plan[]>>);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
