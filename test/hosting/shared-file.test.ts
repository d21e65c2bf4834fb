import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import Database from "better-sqlite3";
import { expect } from "chai";
import {
  type Calendar,
  type CalendarTransaction,
  createCalendar,
  isCalendarError,
  type SqliteTransaction,
} from "kalends";
import { AN_EVENT, CLOCK, listen } from "./host-server.ts";

const WHO = { id: 7, roles: ["editor"] } as const;

describe("a calendar in a host's own SQLite file", () => {
  let directory: string;
  let host: Database.Database;
  let calendar: Calendar;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "kalends-shared-"));
    const path = join(directory, "host.db");
    host = new Database(path);
    host.exec("CREATE TABLE bookings (event INTEGER NOT NULL, hall TEXT NOT NULL UNIQUE)");
    calendar = await createCalendar({
      storage: `sqlite:${path}`,
      media: join(directory, "media"),
      scheduler: false,
      clock: CLOCK,
      identity: () => WHO,
      storageTimeout: 0.05,
    });
  });
  afterEach(async () => {
    await calendar.close();
    host.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Creates an event and books a hall for it, both in one transaction. */
  const book = (hall: string): Promise<number> =>
    calendar.transaction(async ({ as, native }: CalendarTransaction<SqliteTransaction>) => {
      const { event } = await as(WHO).events.create(AN_EVENT);
      native.run("INSERT INTO bookings (event, hall) VALUES (?, ?)", event.id, hall);
      return event.id;
    });
  const state = async (): Promise<unknown> => [
    host.prepare("SELECT event FROM bookings ORDER BY hall").pluck().all(),
    (await calendar.as().events.list()).items.map(({ event }) => event.id),
  ];

  it("needs no setting, and writes an event and a row of the host at once or not at all", async () => {
    const id = await book("A");
    expect(await state()).to.deep.equal([[id], [id]]);
    const refused = await book("A").catch(({ message }: Error) => message);
    expect(refused).to.contain("UNIQUE");
    expect(await state()).to.deep.equal([[id], [id]]);
  });

  it("says that a connection of the host's own is locked out while a transaction is open", async () => {
    const message = "connection other than the transaction's tried to write to it. In calendar.transaction";
    host.pragma("busy_timeout = 0");
    const insert = host.prepare("INSERT INTO bookings (event, hall) VALUES (1, 'A')");
    const drizzled = (): never => {
      try {
        insert.run();
      } catch (error) {
        throw new Error("Failed query", { cause: error });
      }
      throw new Error("The file is not locked.");
    };
    for (const write of [() => insert.run(), drizzled]) {
      const failure: unknown = await calendar
        .transaction(async ({ as }) => {
          await as(WHO).events.create(AN_EVENT);
          write();
        })
        .catch((error: unknown) => error);
      expect(failure).to.be.an("error").with.property("message").that.contains(message);
      expect(isCalendarError(failure)).to.equal(false);
    }
    expect(await state()).to.deep.equal([[], []]);
  });

  it("says who keeps the file locked if the host does", async () => {
    host.exec("BEGIN IMMEDIATE");
    const cause: unknown = await calendar
      .as(WHO)
      .events.create(AN_EVENT)
      .catch((error: Error) => error.cause);
    host.exec("ROLLBACK");
    expect(cause)
      .to.be.an("error")
      .with.property("message")
      .that.contains("has kept the SQLite file locked for 0.05 seconds");
  });

  it("logs the same for hooks that write, and answers 500", async () => {
    const lines: unknown[] = [];
    const noted = (...line: unknown[]): void => void lines.push(line);
    const hooked = await createCalendar({
      storage: `sqlite:${join(directory, "host.db")}`,
      media: join(directory, "media"),
      scheduler: false,
      clock: CLOCK,
      identity: () => WHO,
      logger: { debug() {}, info() {}, warn: noted, error: noted },
      beforeSave({ record }) {
        host.prepare("INSERT INTO bookings (event, hall) VALUES (1, 'A')").run();
        return record;
      },
    });
    host.pragma("busy_timeout = 0");
    const server = await listen(hooked.callback);
    const { status } = await server.post("/events", { json: AN_EVENT });
    await server.close();
    await hooked.close();
    expect(status).to.equal(500);
    expect(inspect(lines, { depth: 9 })).to.contain("hooks must not write");
  });
});
