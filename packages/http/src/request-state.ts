import { type Actor, ANONYMOUS, CAPABILITIES } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "./request/address/addresses.ts";
import type { RequestTarget } from "./request/address/request-target.ts";
import type { KeptAnswer, Moment } from "./response/answer-cache.ts";
import type { Prepared } from "./response/preparation.ts";
import type { Sendable } from "./response/sendable.ts";
import type { Mount } from "./routes/mounts.ts";
import type { CalendarRequest, Endpoint, Route } from "./routes/route.ts";

/** What the steps of the middleware know of a request. */
export interface RequestState {
  readonly ctx: Context;
  readonly id: string;
  readonly mount: Mount<RequestState>;
  readonly addresses: Addresses;
  /** Below the REST root. */
  readonly path: string;
  /** The effective method. */
  readonly method: string;
  readonly query: RequestTarget["query"];
  /** Parameters that the read at the path does not declare. */
  readonly unknown: readonly string[];
  /** Whether the address has something in it that says who asks. */
  readonly isSecret: boolean;
  /** By which its answer is kept; absent where more than the address decides. */
  readonly key: string | undefined;
  /** What was answered there before. */
  readonly known: KeptAnswer | undefined;
  /** Whether there is no room for it: then only what is kept is answered. */
  readonly isShed: boolean;
  actor: Actor;
  /** When the making of an answer began that may be kept. */
  since?: Moment | undefined;
  /** For `Allow`. Not as one closure, with which V8 keeps requests for longer: measured, a tenth slower. */
  route?: Route;
  endpoint?: Pick<Endpoint, "isPure" | "varies">;
  request?: CalendarRequest;
  /** Of the path that was answered, from the REST root on. */
  template?: string;
  /** Of the error that is answered. */
  errorCode?: unknown;
  /** Absent when the client has gone, and for files. */
  prepared?: Prepared;
  /** What was kept and is sent again. */
  sendable?: Sendable | undefined;
}

/** Whether an actor is anybody at all. */
export const isNobody = (actor: Actor): boolean =>
  actor === ANONYMOUS ||
  (actor.id === undefined && !CAPABILITIES.some((capability) => actor.capabilities.has(capability)));
