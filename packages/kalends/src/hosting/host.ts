import type { DurableListener, Policy, PostStatusDefinition, WriteHook } from "@kalends/core/interface";
import type { KoaContext } from "@kalends/http/hosting";
import joi, { type FunctionSchema } from "joi";
import { synchronous } from "../plugins/shape-parts.ts";
import { DURABLE_LISTENER, POLICY } from "../plugins/shapes.ts";
import type { Registrations } from "./ports.ts";
import type { TimingHooks } from "./timing-hooks.ts";
import type { HostId } from "./users/host-users.ts";
import type { IdentityOf } from "./users/identity.ts";
import type { UserOfHost } from "./users/users-of-host.ts";

/** Function by which a host application decides which users may be authors. */
export interface AuthorsOfHost {
  /**
   * True if records may name this user as their author. `id` is the id that `identity` returns. An id that is
   * a text of digits is passed as a number.
   */
  isAuthor(id: HostId): Promise<boolean>;
}

/** Parts that a host application provides. For an absent part, the calendar uses its own. */
export interface Host extends TimingHooks, WriteHook {
  /**
   * Identifies users of the host application. These users replace the calendar's accounts: no account is
   * created, stored or read, and the host handles `Authorization` headers.
   */
  readonly identity?: IdentityOf;
  /**
   * Returns people of the host by the ids that `identity` returns; people that the host does not know may be
   * missing. User interfaces show the names of these people, for example in the audit log. Only with
   * `identity`.
   */
  usersOf?(ids: readonly HostId[]): Promise<readonly UserOfHost[]>;
  /**
   * Address where people sign in to the host application: a path such as `/login`, or a complete URL. `GET
   * session` returns it. Only with `identity`.
   */
  readonly signInUrl?: string;
  /** Users who may be authors of records. With `identity`, defaults to all users. */
  readonly authors?: AuthorsOfHost;
  /**
   * Origins such as `https://admin.example` whose web pages may send requests for the signed-in user. With
   * `identity`, requests from pages of other origins count as anonymous. A request without cookies is exempt
   * if its `Authorization` header has a scheme that browsers do not store, such as `Bearer`.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * Path at which the host application mounts the calendar, such as `/calendar`. The calendar responds only
   * below this path, and its links start with it. The host may remove the path from URLs (as Express does) or
   * not (as Koa does). Defaults to no path.
   */
  readonly mountPath?: string;
  /**
   * Koa middleware that runs for each request to the REST interface, after the caller is identified. It may
   * send a response itself. `context.state.calendar` is a `CalledInterface`. See
   * docs/how-to/embed-the-calendar.md. Declared as a method, so that a middleware with Koa types can be
   * assigned.
   */
  use?(context: KoaContext, next: () => Promise<unknown>): unknown;
  /** Policies, which remove rights from callers. */
  readonly policies?: readonly Policy[];
  /**
   * Durable listeners for changes. The outbox stores changes for them and delivers them again after a crash.
   * Use `calendar.events.on` for a listener that may miss changes. See docs/explanation/plugins.md.
   */
  readonly listeners?: readonly DurableListener[];
  /**
   * Replacements for parts of the calendar, by name: a port, or a service of a plugin as `plugin.service`. If
   * the value is a function, it receives the dependencies of the part and returns the replacement. Any other
   * value is the replacement itself, and the calendar does not close it. See
   * docs/how-to/embed-the-calendar.md.
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
    "*": 'trustedOrigins has "{#value}", which is not an origin such as https://admin.example',
  });

const isSignInUrl = (text: string): boolean =>
  /^(?:https?:\/\/[^/\\]|\/(?![/\\]))[^\s\p{Cc}\\]*$/iu.test(text) &&
  URL.canParse(text, "https://host.example");

const SIGN_IN_URL = joi
  .string()
  .custom((text, { error }) => (isSignInUrl(text) ? text : error("any.invalid")))
  .messages({ "*": "signInUrl is neither a path such as /login nor a URL such as https://login.example" });

/** Condition of options that only a host with its own users may have. */
const NEEDS_IDENTITY = {
  is: joi.exist(),
  otherwise: joi
    .forbidden()
    .messages({ "any.unknown": "{#label} needs identity: the calendar manages its own users" }),
};

const MOUNT_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/;

const aFunction = (name: keyof Host): FunctionSchema =>
  joi.function().messages({ "*": `${name} is not a function` });

const HOST = joi
  .object({
    identity: aFunction("identity"),
    usersOf: aFunction("usersOf").when("identity", NEEDS_IDENTITY),
    signInUrl: SIGN_IN_URL.when("identity", NEEDS_IDENTITY),
    use: aFunction("use"),
    onRequest: aFunction("onRequest"),
    onStoreCall: aFunction("onStoreCall"),
    mountPath: joi
      .string()
      .pattern(MOUNT_PATH)
      .messages({ "*": "mountPath is not a path such as /calendar, without a slash at its end" }),
    beforeSave: synchronous,
    check: aFunction("check"),
    policies: joi.array().items(POLICY).messages({
      "array.base": "policies is not a list",
      "object.base": "policies must contain only policies, such as \\{ permits: (action, record) => true \\}",
    }),
    listeners: joi.array().items(DURABLE_LISTENER).unique("name").messages({
      "array.base": "listeners is not a list",
      "array.unique": "listeners has two listeners named {#value.name}",
      "object.base":
        "listeners must contain only durable listeners: \\{ durable: true, name, on, handle \\}; use calendar.events.on for others",
    }),
    register: joi.object().messages({
      "*": "register is not an object with replacements by name",
    }),
    trustedOrigins: joi.array().items(ORIGIN).messages({ "*": "trustedOrigins is not a list of origins" }),
  })
  .unknown()
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

/**
 * Returns the host without its absent parts. Callers without TypeScript may pass `null` or `false` for an
 * absent part.
 */
export const toHost = (given: { readonly [Key in keyof Host]: Host[Key] | undefined }): Host =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== false,
    ),
  );

/**
 * Returns the problems with the host options, one sentence for each. Callers without TypeScript may pass any
 * value.
 */
export const problemsOfHost = (host: Readonly<Partial<Record<keyof Host, unknown>>>): readonly string[] =>
  (HOST.validate(host).error?.details ?? []).map(({ message, path: [list, index, member] }) =>
    member === undefined ? message : `${list}[${index}]: ${message}`,
  );
