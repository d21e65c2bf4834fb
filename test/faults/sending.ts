import { basic, type Served } from "../kalends/kalends-process.ts";
import type { Json } from "./records.ts";

export interface TestResponse {
  readonly status: number;
  readonly body: Json;
  /** Revision of the record in the response. */
  readonly revision: string | undefined;
}

/** Sends a request. `key` is its `Idempotency-Key`. Resolves to `undefined` if the connection breaks. */
export type Send = (
  method: string,
  path: string,
  body?: Json | Uint8Array,
  key?: string,
) => Promise<TestResponse | undefined>;

/** Reads a record or list that must exist. */
export type Read = (path: string) => Promise<TestResponse>;
/** Sends a request again with the same idempotency key. */
export type Repeat = (path: string, body: Json, key: string) => Promise<TestResponse | undefined>;

/** Returns the revision that an ETag contains. */
export const revisionOf = (tag: string | null | undefined): string | undefined =>
  /^(?:W\/)?"(\d+)-/.exec(tag ?? "")?.[1];

export const sendTo =
  (served: Served, password: string): Send =>
  async (method, path, body, key) => {
    const type = body instanceof Uint8Array ? "image/png" : "application/json";
    try {
      const answer = await fetch(
        path.startsWith("/wp-json/") ? served.origin + path : served.namespace + path,
        {
          method,
          headers: {
            authorization: basic("admin", password),
            ...(body !== undefined && { "content-type": type }),
            ...(key !== undefined && { "idempotency-key": key }),
          },
          ...(body !== undefined && {
            body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
          }),
        },
      );
      const isJson = answer.headers.get("content-type")?.startsWith("application/json");
      const text = await (isJson ? answer.json() : answer.arrayBuffer());
      return {
        status: answer.status,
        body: (isJson ? text : {}) as Json,
        revision: revisionOf(answer.headers.get("etag")),
      };
    } catch (error) {
      // `fetch` throws a `TypeError` if the connection breaks.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
