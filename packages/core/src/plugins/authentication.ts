import type { CredentialScope } from "../model/account.ts";
import type { Capability, Role } from "../rights/actor.ts";

/** Parts of a request that an authentication scheme gets. */
export interface AuthenticationRequest {
  /**
   * Headers of the request that the scheme declares, by name in lower case. Repeated headers are joined with
   * commas.
   */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Query parameters of the request that the scheme declares. Contains only parameters that were sent as
   * texts.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** Path below the namespace, such as `/events.ics`. Empty if the path is not below the namespace. */
  readonly path: string;
  /** All other query parameters except `rest_route`, decoded, in the order in which they were sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** True if the request has a body. The body may contain additional parameters, even in a GET request. */
  readonly hasBody: boolean;
  /** HTTP method of the request. The parameter `_method` can override the method that the client sent. */
  readonly method: string;
  /** IP address of the client; empty if unknown. */
  readonly address: string;
}

/**
 * User whom the scheme has authenticated.
 *
 * - `account` is an account of the calendar, by id or name. The request gets the account's current rights. If
 *   no such account exists, the response is a 401.
 * - `id` with `roles` or `capabilities` is any other user. Use a text such as `badge:77` as the id, because
 *   integers are ids of accounts.
 *
 * In a host application with `identity`, only `id` is allowed, with the host's ids.
 */
export type AuthenticatedUser =
  | {
      readonly account: number | string;
      /**
       * Id of the application password with which the caller created this credential. After the account has
       * lost that password, the response is a 401.
       */
      readonly madeWith?: string | undefined;
      /**
       * Additional rights that the owner gave this credential. `accounts`: it may manage accounts, as far as
       * the account itself may.
       */
      readonly scopes?: readonly CredentialScope[] | undefined;
    }
  | { readonly id: number | string; readonly roles: readonly Role[] }
  | { readonly id: number | string; readonly capabilities: Iterable<Capability> };

/** Result for invalid credentials. The response is a 401 with this code, also for read requests. */
export interface AuthenticationFailure {
  readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden";
}

/**
 * Way to sign in that a plugin adds. Kalends calls the schemes in order, and the first one that returns a
 * result decides. If none does, the accounts of the calendar or the host's `identity` decide.
 *
 * - At most 64 requests are authenticated by schemes at the same time, at most 16 of one IP address.
 * - Store secrets as hashes, and compare them with `secrets.matches`.
 * - Make secrets too long to guess, because Kalends does not limit wrong attempts.
 * - During a stream of changes, Kalends calls the scheme again with the same request before each page.
 */
export interface AuthenticationScheme {
  /** Unique name of the scheme. Routes and policies find it in `actor.scheme`. */
  readonly name: string;
  /**
   * Names of the request headers that the scheme reads, in lower case.
   * Responses have these headers in `Vary`, and CORS allows scripts of other sites to send them.
   * A scheme that reads `cookie` is not called for requests from pages of other sites, unless these sites are
   * in `trustedOrigins`.
   */
  readonly headers: readonly string[];
  /**
   * Names of the query parameters that the scheme reads, such as `token`. The parameters are for programs
   * that can send only a URL, without headers. A scheme needs at least one header or parameter.
   * Values of the parameters never appear in logs, headers or bodies, and responses to such requests are
   * never cached.
   *
   * People share URLs with others. Let the secret in a URL allow only GET and HEAD requests to one path, and
   * let its owner revoke it.
   */
  readonly parameters?: readonly string[];
  /**
   * Returns the user or a failure. Returns `undefined` if the next scheme should decide.
   * If it throws, Kalends logs the error and responds with a 500, or with a 503 while the storage is
   * unavailable. It never treats the caller as a visitor then.
   */
  authenticate(
    request: AuthenticationRequest,
  ):
    | AuthenticatedUser
    | AuthenticationFailure
    | undefined
    | Promise<AuthenticatedUser | AuthenticationFailure | undefined>;
}
