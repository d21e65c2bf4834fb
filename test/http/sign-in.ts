import { createAccounts } from "@kalends/accounts";
import type { Clock } from "@kalends/core";
import { expect } from "chai";
import type { TestResponse } from "./client.ts";
import { NOW, type StartedCalendar } from "./start-calendar.ts";

/** Sign-in password of every user that gets one. */
export const PASSWORD = "correct horse battery staple";

export interface MovedClock extends Clock {
  advance(milliseconds: number): void;
}

/** Returns a clock that stands still until a test moves it. */
export const createMovedClock = (): MovedClock => {
  let now = NOW;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
};

/** Returns the session cookie that a response sets, as a request sends it; `undefined` without one. */
export const cookieOf = ({ headers }: Pick<TestResponse, "headers">): string | undefined =>
  headers["set-cookie"]?.[0]?.split(";")[0];

/** Returns a one-time link of a user, without its address. */
export const linkOf = async (
  { accounts, users }: Pick<StartedCalendar, "accounts" | "users">,
  name: string,
  clock: Clock = { now: () => NOW },
): Promise<string> => {
  const { signIns } = createAccounts({ store: accounts, clock });
  const link = await signIns.createLink(users.get(name) ?? 0, "invitation");
  if (link === undefined) throw new Error(`There is no user ${name}`);
  return link.token;
};

/** Gives a user the sign-in password. */
export const givePassword = async (calendar: StartedCalendar, name: string, clock?: Clock): Promise<void> => {
  const token = await linkOf(calendar, name, clock);
  const json = { token, password: PASSWORD };
  const { status, text } = await calendar.post("/password-links/use", ownPage(calendar, { json }));
  expect(status, text).to.equal(200);
};

type Sent = Parameters<StartedCalendar["send"]>[2];

/** Returns a request as a page of the calendar sends it, with a session cookie. */
export const ownPage = (
  { origin }: Pick<StartedCalendar, "origin">,
  { headers, ...sent }: NonNullable<Sent> = {},
  cookie?: string,
): NonNullable<Sent> => ({
  ...sent,
  headers: { origin, ...(cookie !== undefined && { cookie }), ...headers },
});

/** Signs in with the password; returns the cookie. */
export const signIn = async (
  calendar: StartedCalendar,
  name: string,
  password = PASSWORD,
): Promise<string> => {
  const answer = await calendar.post("/session", ownPage(calendar, { json: { name, password } }));
  expect(answer.status, answer.text).to.equal(200);
  const cookie = cookieOf(answer);
  if (cookie === undefined) throw new Error("No cookie was set");
  return cookie;
};
