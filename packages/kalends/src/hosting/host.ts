import type { DurableListener, Policy, PostStatusDefinition, WriteHook } from "@kalends/core/interface";
import type { KoaContext } from "@kalends/http/hosting";
import joi, { type FunctionSchema } from "joi";
import { atOnce } from "../plugins/shape-parts.ts";
import { DURABLE_LISTENER, POLICY } from "../plugins/shapes.ts";
import type { Registrations } from "./ports.ts";
import type { TimingHooks } from "./timing-hooks.ts";
import type { HostId } from "./users/host-users.ts";
import type { IdentityOf } from "./users/identity.ts";

/** Which users there are. */
export interface AuthorsOfHost {
  /** Whether records may name this user as their author, by the id that `identity` answers for them; a text of digits as a number. */
  isAuthor(id: HostId): Promise<boolean>;
}

/** What a program that a calendar lives in brings along; without it the calendar has its own. */
export interface Host extends TimingHooks, WriteHook {
  /** The host's users stand in for ours: no account is made, kept or read, and `Authorization` headers are the host's. */
  readonly identity?: IdentityOf;
  /** Whom records may name as their author: with `identity`, everybody unless this says otherwise. */
  readonly authors?: AuthorsOfHost;
  /**
   * Origins such as `https://admin.example` whose pages may act for the person who is signed in. Requests that pages of other
   * origins cause count as anonymous with `identity`, unless they carry no cookie and an `Authorization` header of a scheme
   * that browsers do not keep, such as `Bearer`.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * Where the calendar is mounted, such as `/calendar`, by a host that takes this off the addresses (Express) or leaves it (Koa):
   * it answers below that alone, and its links lead there. Not at all by default.
   */
  readonly mountPath?: string;
  /**
   * A Koa middleware, called with each request to the interface once the caller is known and before anything is answered. It may answer
   * itself. `context.state.calendar` is a `CalledInterface`. See docs/hosting.md. A method, so that middlewares with the types of Koa fit.
   */
  use?(context: KoaContext, next: () => Promise<unknown>): unknown;
  /** What takes away from what rights allow. */
  readonly policies?: readonly Policy[];
  /** Called with what was stored for them, again after a crash; `calendar.events.on` is for what may be missed. See docs/explanation/plugins.md. */
  readonly listeners?: readonly DurableListener[];
  /**
   * What stands in for parts of the calendar, by name: for a port, or for a service of a plugin as `plugin.service`. A function is called
   * with what the one gets that it replaces, and answers the part; any other value is the part itself, and stays open. See docs/hosting.md.
   */
  readonly register?: Registrations;
  /** Post statuses in addition to the built-in ones. */
  readonly postStatuses?: readonly PostStatusDefinition[];
}

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const ORIGIN = joi
  .string()
  .custom((text, { error }) => (isOrigin(text) ? text : error("any.invalid")))
  .messages({
    "*": 'trustedOrigins has "{#value}", which is no origin such as https://admin.example',
  });

const MOUNT_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/;

const aFunction = (name: keyof Host): FunctionSchema =>
  joi.function().messages({ "*": `${name} is not a function` });

const HOST = joi
  .object({
    identity: aFunction("identity"),
    use: aFunction("use"),
    onRequest: aFunction("onRequest"),
    onStoreCall: aFunction("onStoreCall"),
    mountPath: joi
      .string()
      .pattern(MOUNT_PATH)
      .messages({ "*": "mountPath is not a path such as /calendar, without a slash at its end" }),
    beforeSave: atOnce,
    check: aFunction("check"),
    policies: joi.array().items(POLICY).messages({
      "array.base": "policies is not a list",
      "object.base": "policies has what is no policy, such as \\{ permits: (action, record) => true \\}",
    }),
    listeners: joi.array().items(DURABLE_LISTENER).unique("name").messages({
      "array.base": "listeners is not a list",
      "array.unique": "listeners has two of the name {#value.name}",
      "object.base":
        "listeners has what is no durable listener: \\{ durable: true, name, on, handle \\}; others listen with calendar.events.on",
    }),
    register: joi.object().messages({
      "*": "register is not an object with replacements by name",
    }),
    trustedOrigins: joi.array().items(ORIGIN).messages({ "*": "trustedOrigins is not a list of origins" }),
  })
  .unknown()
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

/** Members that are `undefined`, or `null` or `false` as hosts without types may give them, are not there. */
export const toHost = (given: { readonly [Key in keyof Host]: Host[Key] | undefined }): Host =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== false,
    ),
  );

/** What is wrong with the values, one sentence each: callers without types may give anything. */
export const problemsOfHost = (host: Readonly<Partial<Record<keyof Host, unknown>>>): readonly string[] =>
  (HOST.validate(host).error?.details ?? []).map(({ message, path: [list, index, member] }) =>
    member === undefined ? message : `${list}[${index}]: ${message}`,
  );
