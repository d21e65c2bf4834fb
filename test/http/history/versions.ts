import { expect } from "chai";
import type { Body, Sent, TestResponse } from "../client.ts";
import type { StartedCalendar } from "../start-calendar.ts";

interface Restored extends Sent {
  /** Place of the version in the list, from 0 for the newest one, which is the default. */
  readonly place?: number;
}

/** Client for tests with earlier contents of records. Without `as`, an editor sends the requests. */
export interface Versions {
  /** Creates a record and returns its path. */
  make(collection: string, json: object, as?: string): Promise<string>;
  change(path: string, json: object, as?: string): Promise<TestResponse>;
  remove(path: string): Promise<void>;
  read(path: string): Promise<Body>;
  /** Returns the versions of a record, newest first. */
  of(path: string, as?: string): Promise<Body[]>;
  restore(path: string, sent?: Restored): Promise<TestResponse>;
}

/** Returns the names in the header `X-Kalends-Adjusted`, sorted. */
export const adjusted = ({ headers }: TestResponse): readonly string[] =>
  String(headers["x-kalends-adjusted"] ?? "")
    .split(",")
    .filter(Boolean)
    .sort();

const CREATED = 201;

export const createVersions = (calendarOf: () => StartedCalendar): Versions => {
  const done = async (answer: Promise<TestResponse>, status = 200): Promise<TestResponse> => {
    const received = await answer;
    expect(received.status, received.text).to.equal(status);
    return received;
  };
  const versions: Versions = {
    async make(collection, json, as = "editor") {
      const { body } = await done(calendarOf().post(collection, { as, json }), CREATED);
      return `${collection}/${body.id}`;
    },
    change: (path, json, as = "editor") => done(calendarOf().send("PATCH", path, { as, json })),
    async remove(path) {
      await done(calendarOf().send("DELETE", path, { as: "editor" }));
    },
    read: async (path) => (await done(calendarOf().get(path, { as: "administrator" }))).body,
    of: async (path, as = "editor") =>
      (await done(calendarOf().get(`${path}/revisions`, { as }))).body.revisions,
    async restore(path, { place = 0, ...sent } = {}) {
      const version = (await versions.of(path, "administrator"))[place];
      return calendarOf().post(`${path}/revisions/${version.revision}/restore`, { as: "editor", ...sent });
    },
  };
  return versions;
};
