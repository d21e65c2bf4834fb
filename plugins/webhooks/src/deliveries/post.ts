import type { PluginDeps } from "@kalends/core/plugin";
import { signedHeaders } from "../subscriptions/signatures.ts";
import { type Subscription, secretsOf } from "../subscriptions/subscriptions.ts";
import type { Attempt } from "./deliveries.ts";

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly traceparent?: string | undefined;
}

/**
 * Signs a message, posts it to the URL of the subscription and returns the result. Errors of the receiver are
 * part of the result, so the function does not reject for them.
 */
export type Post = (subscription: Subscription, message: Message) => Promise<Attempt>;

export const createPost =
  ({ guardedFetch, clock }: Pick<PluginDeps, "guardedFetch" | "clock">, timeoutSeconds: number): Post =>
  async (subscription, { id, body, traceparent }) => {
    const time = clock.now();
    const message = { id, body, timestamp: Math.floor(time / 1000) };
    const response = await guardedFetch(subscription.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(traceparent !== undefined && { traceparent }),
        ...(await signedHeaders(message, secretsOf(subscription, time))),
      },
      body,
      redirect: "manual",
      timeoutSeconds,
    });
    if ("refusal" in response) return { time, milliseconds: clock.now() - time, error: response.refusal };
    await discardBody(response.body);
    return { time, milliseconds: clock.now() - time, status: response.status };
  };

/** Closes the response without reading its body, because only the status is needed. */
const discardBody = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  try {
    for await (const _piece of body) break;
  } catch {}
};

export const isSuccess = ({ status = 0 }: Attempt): boolean => status >= 200 && status < 300;
