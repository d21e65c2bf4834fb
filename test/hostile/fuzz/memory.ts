import type { IncomingHttpHeaders } from "node:http";
import type { FuzzedRequest, Part } from "./fuzzed-request.ts";
import type { Picking } from "./picking.ts";

/** Facts from earlier responses, for requests that build on them. */
export interface Memory {
  note(
    request: FuzzedRequest,
    answer: { readonly status: number; readonly headers: IncomingHttpHeaders },
  ): void;
  /** Returns an earlier read by the same caller, and the tag of its response. */
  read(picking: Picking): { readonly request: FuzzedRequest; readonly tag: string } | undefined;
  /** Returns an earlier request whose idempotency key is in use. */
  keyed(picking: Picking): FuzzedRequest | undefined;
}

/** Maximum number of remembered requests of each kind. */
const MAX = 60;

export const createMemory = (): Memory => {
  const reads: { readonly request: FuzzedRequest; readonly tag: string }[] = [];
  const keyed: FuzzedRequest[] = [];
  const keep = <T>(list: T[], one: T): void => {
    list.push(one);
    if (list.length > MAX) list.shift();
  };
  const hasKey = ({ place, name }: Part): boolean => place === "header" && name === "idempotency-key";
  return {
    note(request, { status, headers }) {
      const { method, parts, requests } = request;
      if (method === "GET" && status === 200 && headers.etag !== undefined)
        keep(reads, { request, tag: headers.etag });
      if (method === "POST" && requests === undefined && parts.some(hasKey)) keep(keyed, request);
    },
    read: ({ pick }) => (reads.length === 0 ? undefined : pick(reads)),
    keyed: ({ pick }) => (keyed.length === 0 ? undefined : pick(keyed)),
  };
};
