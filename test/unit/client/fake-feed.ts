import type { CopiedKind } from "@kalends/client";

/** Members of a record that the tests use. */
export interface FakeRecord {
  readonly id: number;
  readonly name?: string;
  readonly count?: number;
  readonly categories?: readonly { readonly id: number; readonly count: number }[];
  readonly tags?: readonly { readonly id: number; readonly count: number }[];
}

interface Change {
  readonly kind: CopiedKind;
  readonly id: number;
  readonly record?: FakeRecord;
  readonly deleted?: true;
}

/** Fake calendar in memory. It has only the route `/changes`. */
export interface FakeFeed {
  readonly fetch: typeof globalThis.fetch;
  /** Query strings of all requests. For requests of streams, they begin with `stream `. */
  readonly asked: readonly string[];
  put(kind: CopiedKind, record: FakeRecord): void;
  remove(kind: CopiedKind, id: number): void;
  /** Makes all earlier tokens invalid. */
  forget(): void;
  /** Sets the responses to the next requests, in order. `undefined` stands for the normal response. */
  answerNext(...answers: readonly ((() => Response | Promise<Response>) | undefined)[]): void;
  /** Kind of response to stream requests. By default, the fake opens a stream that `push` and `cut` use. */
  streams: "open" | "refused" | "as json" | "mute";
  /** Sends pending changes to the open streams, in pieces of `size` bytes. */
  push(size?: number): void;
  /** Cuts the open streams, as a server does that stops. */
  cut(): void;
  openStreams(): number;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

export const envelope = (code: string, status: number, data: object = {}, retryAfter = "0"): Response =>
  json({ code, message: "No.", data: { status, ...data } }, status, { "retry-after": retryAfter });

export const createFakeFeed = (pageSize = 2): FakeFeed => {
  const records = new Map<string, Change>();
  const entries: Change[] = [];
  const asked: string[] = [];
  const answers: ((() => Response | Promise<Response>) | undefined)[] = [];
  const open = new Set<{ controller: ReadableStreamDefaultController<Uint8Array>; token: string }>();
  let feed = 1;

  /**
   * Returns the page of changes after a token. The token `FEED.ENTRY.RECORD` contains the number of entries
   * already read, and the last record of a first copy that is not complete.
   */
  const pageAfter = (
    token: string,
  ): { readonly next_token: string; readonly has_more: boolean } | undefined => {
    const [from, position = "", last] = token.split(".");
    if (Number(from) !== feed) return undefined;
    if (last !== undefined) {
      const left = [...records].sort().filter(([key]) => key > last);
      const changes = left.slice(0, pageSize).map(([, change]) => change);
      const [end] = left[pageSize - 1] ?? [];
      const isThrough = left.length <= pageSize;
      const next_token = isThrough ? `${feed}.${position}` : `${feed}.${position}.${end}`;
      return { changes, next_token, has_more: !isThrough || Number(position) < entries.length } as never;
    }
    const page = entries.slice(Number(position), Number(position) + pageSize);
    const latest = new Map(page.map(({ kind, id }) => [`${kind}/${id}`, { kind, id }]));
    const changes = [...latest].map(
      ([key, { kind, id }]) => records.get(key) ?? { kind, id, deleted: true as const },
    );
    const next = Number(position) + page.length;
    return { changes, next_token: `${feed}.${next}`, has_more: next < entries.length } as never;
  };

  const openStream = (token: string, signal: AbortSignal | null | undefined): Response => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const stream = { controller, token };
        open.add(stream);
        signal?.addEventListener("abort", () => {
          if (open.delete(stream)) controller.error(signal.reason);
        });
        if (fake.streams === "open") controller.enqueue(new TextEncoder().encode(":\n\n"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };

  const fake: FakeFeed = {
    asked,
    streams: "open",
    async fetch(url, { headers, signal } = {}) {
      if (signal?.aborted) throw signal.reason;
      const { searchParams } = new URL(String(url));
      const since = searchParams.get("since");
      const isStream = new Headers(headers).get("accept") === "text/event-stream";
      asked.push(`${isStream ? "stream " : ""}${since ?? "-"}`);
      const answer = answers.shift();
      if (answer !== undefined) return answer();
      const now = `${feed}.${entries.length}`;
      if (since === null) return json({ changes: [], next_token: now, has_more: false, begin: `${now}.` });
      const page = pageAfter(since);
      if (page === undefined) return envelope("rest_token_expired", 410);
      if (!isStream || fake.streams === "as json") return json(page);
      return fake.streams === "refused"
        ? envelope("rest_storage_unavailable", 503)
        : openStream(since, signal);
    },
    put(kind, record) {
      const change = { kind, id: record.id, record };
      records.set(`${kind}/${record.id}`, change);
      entries.push(change);
    },
    remove(kind, id) {
      records.delete(`${kind}/${id}`);
      entries.push({ kind, id, deleted: true });
    },
    forget() {
      feed += 1;
    },
    answerNext: (...next) => void answers.push(...next),
    push(size = 1_000) {
      for (const stream of open) {
        for (let page = pageAfter(stream.token); page !== undefined; page = pageAfter(stream.token)) {
          if (page.next_token === stream.token) break;
          stream.token = page.next_token;
          const event = `event: changes\r\nid: ${page.next_token}\r\ndata: ${JSON.stringify(page)}\r\n\r\n`;
          const bytes = new TextEncoder().encode(event);
          for (let at = 0; at < bytes.length; at += size) {
            stream.controller.enqueue(bytes.slice(at, at + size));
          }
        }
      }
    },
    cut() {
      for (const { controller } of open) controller.close();
      open.clear();
    },
    openStreams: () => open.size,
  };
  return fake;
};
