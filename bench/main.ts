import { parseArgs } from "node:util";
import { benchMongodb } from "./mongodb.ts";
import { benchSqlite } from "./sqlite.ts";

/**
 * `npm run bench -- --events 10000 --seconds 4 --seed 1`: the real server against two baselines, in one run, on a SQLite file;
 * `--mongodb ADDRESS`: on the MongoDB server at this address, in databases of its own. `--plans` adds what each asks its
 * database.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seconds: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    plans: { type: "boolean", default: false },
    mongodb: { type: "string" },
  },
});
const { events, seconds, seed, plans, mongodb } = options;
const run = { events, seconds: Number(seconds), seed, plans };
await (mongodb === undefined ? benchSqlite(run) : benchMongodb(run, mongodb));
