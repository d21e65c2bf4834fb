import { SourceError } from "./source-error.ts";

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Milliseconds after which a request is cancelled if the server has not responded. */
const TIMEOUT_MS = 20_000;

const request = async (address: string, signal: AbortSignal): Promise<Response> => {
  try {
    // All visitors see the same events, so the request sends no cookies. It also sends no headers that need a
    // CORS preflight.
    return await fetch(address, { credentials: "omit", headers: { accept: "application/json" }, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new SourceError("unreachable");
  }
};

const read = async (response: Response, signal: AbortSignal): Promise<Json> => {
  const { status, ok } = response;
  const body: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
  if (!ok) {
    const message = isObject(body) && typeof body.message === "string" ? body.message : "";
    throw new SourceError(status >= 500 ? "failed" : "refused", status, message);
  }
  if (!isObject(body)) throw new SourceError("unreadable", status);
  return body;
};

/**
 * Fetches a JSON object. Throws a `SourceError` on failure, or the abort reason if the caller aborts
 * `signal`.
 */
export const fetchJson = async (address: string, signal: AbortSignal): Promise<Json> => {
  const limited = new AbortController();
  const abort = (): void => limited.abort();
  signal.addEventListener("abort", abort);
  const timer = setTimeout(abort, TIMEOUT_MS);
  try {
    return await read(await request(address, limited.signal), limited.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw limited.signal.aborted ? new SourceError("tooSlow") : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
};
