import { expect } from "chai";
import type { Body, TestResponse } from "../client.ts";
import type { StartedCalendar } from "../start-calendar.ts";

export const WEEKLY = {
  title: "Choir",
  description: "Come and sing.",
  timezone: "Europe/Rome",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  recurrence: { rules: ["FREQ=WEEKLY;COUNT=6"] },
};

/** Client for tests with recurring events. */
export interface Choir {
  /** Sends a request and checks the status of its response. */
  write(
    method: string,
    path: string,
    json?: object,
    expected?: { readonly as?: string; readonly status?: number },
  ): Promise<TestResponse>;
  /** Creates a recurring event and returns its id. */
  create(json?: object): Promise<number>;
  read(id: number): Promise<Body>;
  /** Returns all occurrences in the years 2031 and 2032. */
  occurrencesOf(id: number): Promise<Body[]>;
  /** Returns the starts of the occurrences in the form `05-06 19:00`. */
  startsOf(id: number): Promise<string[]>;
  idsOf(id: number): Promise<number[]>;
  /**
   * Creates a weekly event. Returns the id of the occurrence in the given week, counted from 1, and the id of
   * the series.
   */
  week(number: number, json?: object): Promise<readonly [id: number, series: number]>;
}

export const createChoir = (calendarOf: () => StartedCalendar): Choir => {
  const choir: Choir = {
    async write(method, path, json = {}, { as = "editor", status = 200 } = {}) {
      const answer = await calendarOf().send(method, path, { as, json });
      expect(answer.status, answer.text).to.equal(status);
      return answer;
    },
    create: async (json = {}) =>
      (await choir.write("POST", "/events", { ...WEEKLY, ...json }, { status: 201 })).body.id,
    read: async (id) => (await calendarOf().get(`/events/${id}`)).body,
    async occurrencesOf(id) {
      const { body, text, status } = await calendarOf().get(
        `/events/${id}/occurrences?start_date=2031-01-01&end_date=2032-12-31&per_page=50`,
      );
      expect(status, text).to.equal(200);
      return body.events;
    },
    startsOf: async (id) => (await choir.occurrencesOf(id)).map(({ start_date }) => start_date.slice(5, 16)),
    idsOf: async (id) => (await choir.occurrencesOf(id)).map((one) => one.id),
    async week(number, json = {}) {
      const series = await choir.create(json);
      const ids = await choir.idsOf(series);
      return [ids[number - 1] ?? 0, series];
    },
  };
  return choir;
};
