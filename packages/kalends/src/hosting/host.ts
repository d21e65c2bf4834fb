import type { DurableListener, Policy, PostStatusDefinition, WriteHook } from "@kalends/core/interface";
import type { KoaContext } from "@kalends/http/hosting";
import joi, { type FunctionSchema } from "joi";
import { synchronous } from "../plugins/shape-parts.ts";
import { DURABLE_LISTENER, POLICY } from "../plugins/shapes.ts";
import type { Registrations } from "./ports.ts";
import type { TimingHooks } from "./timing-hooks.ts";
import type { HostId } from "./users/host-users.ts";
import type { IdentityOf } from "./users/identity.ts";

/** Decision of a host which users may be authors. */
export interface AuthorsOfHost {
  /**
   * True if records may name this user as their author. `id` is the id that `identity` returns; a text of
   * digits is passed as a number.
   */
  isAuthor(id: HostId): Promise<boolean>;
}

/** Parts that a host application provides. The calendar uses its own for those that are absent. */
export interface Host extends TimingHooks, WriteHook {
  /**
   * Identifies users of the host, who replace the calendar's accounts. No account is created, stored or read,
   * and the host handles `Authorization` headers.
   */
  readonly identity?: IdentityOf;
  /** Users who may be authors of records. With `identity`, all users by default. */
  readonly authors?: AuthorsOfHost;
  /**
   * Origins such as `https://admin.example` whose pages may act for the signed-in user. With `identity`,
   * requests from pages of other origins count as anonymous. The exception are requests without cookies whose
   * `Authorization` header has a scheme that browsers do not store, such as `Bearer`.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * Path at which the calendar is mounted, such as `/calendar`. The host may remove it from addresses
   * (Express) or keep it (Koa). The calendar then only responds below this path, and its links start with it.
   * Not mounted by default.
   */
  readonly mountPath?: string;
  /**
   * Koa middleware called for each request to the interface after the caller is identified and before the
   * response. It may respond itself. `context.state.calendar` is a `CalledInterface`. See docs/how-to/embed-the-calendar.md.
   * Declared as a method so that middlewares with Koa types are assignable.
   */
  use?(context: KoaContext, next: () => Promise<unknown>): unknown;
  /** Policies that remove rights. */
  readonly policies?: readonly Policy[];
  /**
   * Durable listeners. Changes are stored for them and delivered again after a crash. Use
   * `calendar.events.on` for changes that may be missed. See docs/explanation/plugins.md.
   */
  readonly listeners?: readonly DurableListener[];
  /**
   * Replacements for parts of the calendar by name: a port, or a service of a plugin as `plugin.service`. A
   * function receives the dependencies of the replaced part and returns the new one. Any other value is the
   * part itself and stays open. See docs/how-to/embed-the-calendar.md.
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
 * Removes options that are `undefined`. Hosts without types may also pass `null` or `false` for an absent
 * option.
 */
export const toHost = (given: { readonly [Key in keyof Host]: Host[Key] | undefined }): Host =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== false,
    ),
  );

/** Returns the problems with the options, one sentence each. Callers without types may pass any value. */
export const problemsOfHost = (host: Readonly<Partial<Record<keyof Host, unknown>>>): readonly string[] =>
  (HOST.validate(host).error?.details ?? []).map(({ message, path: [list, index, member] }) =>
    member === undefined ? message : `${list}[${index}]: ${message}`,
  );
