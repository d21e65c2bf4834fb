import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { type Calendar, type CalendarTransaction, createCalendar, type SqliteTransaction } from "kalends";
import { AN_EVENT, CLOCK } from "./host-server.ts";

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
    });
  });
  afterEach(async () => {
    await calendar.close();
    host.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Creates an event, and books a hall for it. */
  const book = (hall: string): Promise<number> =>
    calendar.transaction(async ({ services, native }: CalendarTransaction<SqliteTransaction>) => {
      const { event } = await services.createEvent(WHO, AN_EVENT);
      native.run("INSERT INTO bookings (event, hall) VALUES (?, ?)", event.id, hall);
      return event.id;
    });
  const state = async (): Promise<unknown> => [
    host.prepare("SELECT event FROM bookings ORDER BY hall").pluck().all(),
    (await calendar.services.listEvents(undefined)).items.map(({ event }) => event.id),
  ];

  it("needs no setting, and writes an event and a row of the host at once or not at all", async () => {
    const id = await book("A");
    expect(await state()).to.deep.equal([[id], [id]]);
    const refused = await book("A").catch(({ message }: Error) => message);
    expect(refused).to.contain("UNIQUE");
    expect(await state()).to.deep.equal([[id], [id]]);
  });
});
