import type { Capability, Role } from "../rights/actor.ts";

/** What a scheme sees of a request. */
export interface AuthenticationRequest {
  /** Those that the scheme declares, as far as they were sent, by their names in lower case; what came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those parameters of the query that the scheme declares, as far as they were sent as texts. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Below the namespace, such as `/events.ics`; empty for what is not below it. */
  readonly path: string;
  /** What else is in the query, names and values as they were sent, decoded, in their order. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Whether a body is sent along, which may hold further parameters, of a GET, too. */
  readonly hasBody: boolean;
  /** The effective method. */
  readonly method: string;
  /** The IP address that the request comes from; empty when there is none. */
  readonly address: string;
}

/** Who sends the request: one of the calendar's own accounts, by id or name, or somebody else, by a text - in a host with `identity` also by a number - with their rights. */
export type AuthenticatedUser =
  | {
      readonly account: number | string;
      /** Id of the application password that this key was created with: without it the account is refused. */
      readonly madeWith?: string | undefined;
    }
  | { readonly id: number | string; readonly roles: readonly Role[] }
  | { readonly id: number | string; readonly capabilities: Iterable<Capability> };

/** Credentials that do not hold: always a 401. */
export interface AuthenticationFailure {
  readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden";
}

/** A way to prove who one is, beside those of the calendar or its host, which are asked last. */
export interface AuthenticationScheme {
  /** Unique; actors that it has authenticated carry it. */
  readonly name: string;
  /**
   * The headers of requests that it goes by, in lower case. It is asked for requests with one of them alone, and sees no
   * others; caches keep answers apart by them.
   */
  readonly headers: readonly string[];
  /**
   * Parameters of the query that it goes by, such as `token`, for programs that can send nothing but an address. Headers or parameters: at
   * least one in all. Their values are never logged, and answers to what carries one are kept by no cache.
   */
  readonly parameters?: readonly string[];
  /**
   * Who it is, or that the credentials do not hold; `undefined`: they are not for this scheme, and the next one is asked. Where it throws
   * the request fails: it never counts as anonymous.
   */
  authenticate(
    request: AuthenticationRequest,
  ):
    | AuthenticatedUser
    | AuthenticationFailure
    | undefined
    | Promise<AuthenticatedUser | AuthenticationFailure | undefined>;
}
