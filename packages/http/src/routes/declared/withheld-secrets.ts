import type { JsonObject } from "@kalends/core";
import type { RouteSecrets } from "@kalends/core/interface";
import type { Endpoint, EndpointResponse } from "../../route/route.ts";

const without = (body: object, { members }: RouteSecrets): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

/**
 * Adds the body without its secrets to the response. This body is stored for the `Idempotency-Key`. Source:
 * rules/interface.md#idempotency-secrets.
 */
export const withholding = (answer: EndpointResponse, secrets: RouteSecrets): EndpointResponse => {
  const { status, body, content } = answer;
  if (status >= 400) return answer;
  if (content !== undefined || typeof body !== "object" || body === null)
    throw new Error("A route with secrets must return a JSON object");
  return { ...answer, isUncacheable: true, withoutSecrets: without(body, secrets) };
};

/** Creates the function that responds to a retry with the current record, without its secrets. */
export const createReread =
  (secrets: RouteSecrets): NonNullable<Endpoint["reread"]> =>
  async ({ actor }, { status, headers, body }) => {
    // `withholding` created the stored body.
    const record = await secrets.reread(body as JsonObject, { actor });
    return record && { status, headers, body: without(record, secrets), isUncacheable: true };
  };
