import type { IncomingHttpHeaders } from "node:http";
import type { FuzzedRequest, Part } from "./fuzzed-request.ts";
import type { Picking } from "./picking.ts";

/** Data from earlier responses, which later requests use. */
export interface Memory {
  note(
    request: FuzzedRequest,
    answer: { readonly status: number; readonly headers: IncomingHttpHeaders },
  ): void;
  /** Returns an earlier read request of the same user, with the ETag of its response. */
  read(picking: Picking): { readonly request: FuzzedRequest; readonly tag: string } | undefined;
  /** Returns an earlier request whose idempotency key is stored. */
  keyed(picking: Picking): FuzzedRequest | undefined;
}

/** Maximum number of stored requests per kind. */
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
