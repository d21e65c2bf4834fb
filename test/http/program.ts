import { CalendarRequestError, createCalendarClient } from "@kalends/client";
import { expect } from "chai";
import type { Sent, TestResponse } from "./client.ts";

/** Address and credentials for requests with `@kalends/client`. */
export interface ProgramTarget {
  readonly site: string;
  readonly locale: string | undefined;
  readonly token: string | undefined;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const PLAIN_PATH = /^(?:\/[\w-]+)*(?:\?(?!.*_method)[\w=&,.:[\]-]*)?$/;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True if `@kalends/client` could send this request: it has no extra headers, no form and a simple path. */
export const isForPrograms = (method: string, path: string, { as: _, json, ...others }: Sent): boolean =>
  METHODS.includes(method) &&
  PLAIN_PATH.test(path) &&
  !path.startsWith("/wp-json") &&
  Object.keys(others).length === 0 &&
  (json === undefined || (method !== "GET" && isObject(json)));

/**
 * Sends a request with `@kalends/client` and returns the raw response. Checks that the result of the client
 * matches the raw response.
 */
export const sendByProgram = async (
  { site, locale, token }: ProgramTarget,
  method: string,
  target: string,
  { json }: Sent,
): Promise<TestResponse> => {
  let answer: TestResponse | undefined;
  const client = createCalendarClient({
    site,
    ...(locale !== undefined && { locale }),
    ...(token !== undefined && { credentials: { token } }),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const text = await response.clone().text();
      const { status, headers } = response;
      answer = { status, headers: Object.fromEntries(headers), text, body: JSON.parse(text) };
      return response;
    },
  });
  const [path = "", query] = target.split("?", 2);
  const request = {
    method: method as Method,
    path,
    ...(query !== undefined && { query: `?${query}` }),
    ...(isObject(json) && { body: json }),
  };
  const outcome = await client.send(request).catch((error: unknown) => error);
  if (answer === undefined) throw outcome;
  if (outcome instanceof CalendarRequestError) {
    const { status, code, message, data } = outcome;
    expect({ status, code, message, data }).to.deep.equal({ status: answer.status, ...answer.body });
  } else {
    expect(JSON.stringify(outcome)).to.equal(answer.text);
  }
  return answer;
};
