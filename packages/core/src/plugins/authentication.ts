import type { Capability, Role } from "../rights/actor.ts";

/** Part of a request that a scheme sees. */
export interface AuthenticationRequest {
  /** Declared headers that were sent, by their names in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Declared parameters of the query that were sent as texts. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Path below the namespace, such as `/events.ics`; empty for paths outside of it. */
  readonly path: string;
  /** Other parameters of the query, decoded, in the order in which they were sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** True if the request has a body, which may contain additional parameters, also of a GET. */
  readonly hasBody: boolean;
  /** Effective method, after `_method`. */
  readonly method: string;
  /** IP address of the client; empty if there is none. */
  readonly address: string;
}

/**
 * User who sends the request. `account` is an account of the calendar, by id or name, with its current rights; an unknown account is a 401.
 *
 * `id` with `roles` or `capabilities` is any other user. Use a text that no account has, such as `badge:77`: whole numbers are accounts. In a host with
 * `identity`, only this form is valid, with the host's ids.
 */
export type AuthenticatedUser =
  | {
      readonly account: number | string;
      /** Id of the application password that this credential was created with. The request is a 401 once the account no longer has that password. */
      readonly madeWith?: string | undefined;
    }
  | { readonly id: number | string; readonly roles: readonly Role[] }
  | { readonly id: number | string; readonly capabilities: Iterable<Capability> };

/** Invalid credentials: a 401 with this code, for reads too. */
export interface AuthenticationFailure {
  readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden";
}

/**
 * A way to sign in. The first scheme that returns a result decides; after the schemes come the accounts, or the host's `identity`.
 *
 * - At most 64 requests are in schemes at the same time, 16 of one address.
 * - Store secrets as hashes, compare them with `secrets.matches`, and make them too long to guess: Kalends does not count wrong guesses of schemes.
 * - For a stream of changes, the scheme is asked again about the same request before each page.
 */
export interface AuthenticationScheme {
  /** Unique name. Routes and policies find it in `actor.scheme`. */
  readonly name: string;
  /**
   * Request headers that the scheme reads, in lower case. Responses vary by them, and scripts of other sites may send them. A scheme with `cookie` is not
   * asked about requests that pages of other sites cause, unless they are in `trustedOrigins`.
   */
  readonly headers: readonly string[];
  /**
   * Parameters of the query that the scheme reads, such as `token`, for programs that can only send an address. A scheme needs at least one header or
   * parameter. Values never appear in logs, headers or bodies, and responses to such requests are never cached.
   *
   * People pass addresses on. Let a secret in an address open one path only, by GET and HEAD, and let its owner revoke it.
   */
  readonly parameters?: readonly string[];
  /**
   * Returns the user, or a failure; `undefined` passes the request to the next scheme. If it throws, the request fails with a logged 500, or a 503 while
   * the storage is unavailable. The request never counts as anonymous then.
   */
  authenticate(
    request: AuthenticationRequest,
  ):
    | AuthenticatedUser
    | AuthenticationFailure
    | undefined
    | Promise<AuthenticatedUser | AuthenticationFailure | undefined>;
}
