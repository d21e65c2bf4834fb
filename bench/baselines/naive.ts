import { createReadStream, existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import Router from "@koa/router";
import Database from "better-sqlite3";
import Koa from "koa";

/**
 * Naive server on SQLite. It serves the same records as JSON from one table: a query, a count, JSON.parse and
 * JSON.stringify behind Koa.
 * It has the same date range, filter, order and indexes as Kalends, but no validation and no links. A single
 * event has more members than an event in a list, so the requested single events are in a second table. If
 * the file already exists, it is used.
 */
interface NaiveEvent {
  readonly id: number;
  readonly slug: string;
  readonly start_date: string;
  readonly date: string;
  readonly title: string;
  readonly description: string;
  readonly categories: readonly { readonly id: number }[];
}

const [documents = "", singles = "", file = ""] = process.argv.slice(2);
const isFilled = existsSync(file);
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(`
  CREATE TABLE IF NOT EXISTS events(id INTEGER PRIMARY KEY, start TEXT, date TEXT, text TEXT, json TEXT);
  CREATE TABLE IF NOT EXISTS event_categories(category_id INTEGER, start TEXT, date TEXT, event_id INTEGER,
    PRIMARY KEY(category_id, start, date, event_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_by_start ON events(start, date, id);
  CREATE TABLE IF NOT EXISTS singles(id INTEGER PRIMARY KEY, slug TEXT UNIQUE, json TEXT);
`);
const insert = db.prepare("INSERT INTO events(id, start, date, text, json) VALUES (?, ?, ?, ?, ?)");
const insertSingle = db.prepare("INSERT INTO singles(id, slug, json) VALUES (?, ?, ?)");
const link = db.prepare("INSERT INTO event_categories VALUES (?, ?, ?, ?)");
const add = (event: NaiveEvent, json: string): void => {
  const text = `${event.title}\n${event.description}`.toLowerCase();
  insert.run(event.id, event.start_date, event.date, text, json);
  for (const { id } of event.categories) link.run(id, event.start_date, event.date, event.id);
};
const linesOf = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });
if (!isFilled) {
  db.exec("BEGIN");
  for await (const line of linesOf(documents)) if (line !== "") add(JSON.parse(line), line);
  for await (const line of linesOf(singles)) {
    if (line === "") continue;
    const { id, slug } = JSON.parse(line) as NaiveEvent;
    insertSingle.run(id, slug, line);
  }
  db.exec("COMMIT");
}

const WINDOW = "start BETWEEN ? AND ?";
const ORDER = "ORDER BY start, date";
const CATEGORY = `SELECT event_id FROM event_categories WHERE ${WINDOW} AND category_id = ?`;
/** Cache of prepared statements, by SQL text. */
const prepared = new Map<string, Database.Statement<unknown[]>>();
const prepare = (sql: string): Database.Statement<unknown[]> => {
  const statement = prepared.get(sql) ?? db.prepare(sql);
  prepared.set(sql, statement);
  return statement;
};
const one = {
  id: db.prepare("SELECT json FROM singles WHERE id = ?"),
  slug: db.prepare("SELECT json FROM singles WHERE slug = ?"),
};
const template: NaiveEvent = JSON.parse(
  // Cast: the table has at least one event.
  db.prepare("SELECT json FROM events LIMIT 1").pluck().get() as string,
);
let lastId = Number(db.prepare("SELECT max(id) AS id FROM events").pluck().get());

const router = new Router();
router.get("/list", (ctx) => {
  const { first, last, limit, offset, search = "", category } = ctx.query;
  const words = String(search).toLowerCase().split(" ").filter(Boolean);
  const found = WINDOW + words.map(() => " AND instr(text, ?) > 0").join("");
  const [page, count] =
    category === undefined
      ? [
          `SELECT json FROM events WHERE ${found} ${ORDER}, id LIMIT ? OFFSET ?`,
          `SELECT count(*) AS total FROM events WHERE ${found}`,
        ]
      : [
          `SELECT json FROM (${CATEGORY} ${ORDER}, event_id LIMIT ? OFFSET ?) JOIN events ON id = event_id`,
          `SELECT count(*) AS total FROM (${CATEGORY})`,
        ];
  const values = [first, last, ...(category === undefined ? words : [Number(category)])];
  const rows = prepare(page).all(...values, Number(limit), Number(offset)) as readonly {
    readonly json: string;
  }[];
  const counted = prepare(count).get(...values) as { readonly total: number };
  ctx.body = { events: rows.map(({ json }) => JSON.parse(json)), total: counted.total };
});
router.get("/one", (ctx) => {
  const { id, slug } = ctx.query;
  const row = (slug === undefined ? one.id.get(Number(id)) : one.slug.get(slug)) as { readonly json: string };
  ctx.body = JSON.parse(row.json);
});
router.post("/create", async (ctx) => {
  let text = "";
  for await (const chunk of ctx.req) text += String(chunk);
  lastId += 1;
  const event = { ...template, ...JSON.parse(text), id: lastId, categories: template.categories };
  db.transaction(() => add(event, JSON.stringify(event)))();
  ctx.status = 201;
  ctx.body = event;
});
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  // Cast: `address()` returns an object for a server that listens on a port.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
