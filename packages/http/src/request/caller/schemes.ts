import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Actor, CalendarError, createFairLimiter } from "@kalends/core";
import type { AuthenticatedUser, AuthenticationScheme, RawValues } from "@kalends/core/interface";
import type { HttpSettings } from "../../settings.ts";
import { hasBody } from "../body/incoming-bytes.ts";
import { type Identify, isForeign } from "./identify.ts";
import { clientAddress } from "./proxy.ts";

interface SchemeIdentityDeps {
  /** Authentication schemes in the order in which they are tried. */
  readonly schemes: readonly AuthenticationScheme[];
  /** Returns the actor for an account; `undefined` if the account no longer exists. */
  readonly actorOf: (user: AuthenticatedUser) => Promise<Actor | undefined>;
  readonly settings: Pick<HttpSettings, "trustProxy" | "vendor" | "capacities">;
  /** Origins whose web pages may send requests with cookies. */
  readonly trustedOrigins: readonly string[];
}

const COOKIE = "cookie";

/**
 * Creates the identification of callers by authentication schemes of plugins. The first scheme that accepts
 * the credentials of a request wins. If none accepts them, `last` identifies the caller. Source:
 * rules/rights.md#schemes-of-plugins.
 */
export const createSchemeIdentity = (
  last: Identify,
  { schemes, actorOf, settings: { trustProxy, vendor, capacities }, trustedOrigins }: SchemeIdentityDeps,
): Identify => {
  if (schemes.length === 0) return last;
  const trusted = new Set(trustedOrigins);
  const namespace = `/${vendor}/events/v1`.toLowerCase();
  const limiter = createFairLimiter<string>(capacities.schemes);

  const authenticate = async (
    scheme: AuthenticationScheme,
    request: Parameters<AuthenticationScheme["authenticate"]>[0],
  ): Promise<Actor | undefined> => {
    const answer = await limiter.run(request.address, async () => scheme.authenticate(request));
    if (answer === undefined) return undefined;
    if (answer !== null && typeof answer === "object" && !("failure" in answer)) {
      const actor = await actorOf(answer);
      if (actor !== undefined) return { ...actor, scheme: scheme.name };
    }
    const failure = answer !== null && "failure" in answer ? answer.failure : "rest_forbidden";
    if (!FAILURES.has(failure))
      throw new Error(`The authentication scheme ${scheme.name} returned the unknown failure ${failure}`);
    throw new CalendarError(failure);
  };

  return async (request, context) => {
    const address = clientAddress(request, trustProxy);
    for (const scheme of schemes) {
      const headers = pick(request.headers, scheme.headers);
      const parameters =
        scheme.parameters === undefined ? {} : pickTexts(context.query().values, scheme.parameters);
      if (Object.keys(headers).length + Object.keys(parameters).length === 0) continue;
      // Browsers send cookies also with requests that other sites cause.
      if (scheme.headers.includes(COOKIE) && isForeign(request, context, trusted)) continue;
      const actor = await authenticate(scheme, {
        headers,
        parameters,
        path: pathBelow(namespace, context.path),
        query: otherPairs(request, scheme.parameters),
        hasBody: hasBody({ req: request }),
        method: context.method,
        address,
      });
      if (actor !== undefined) return actor;
    }
    return last(request, context);
  };
};

/** Returns the pairs of the query without `rest_route` and without the parameters of the scheme. */
const otherPairs = (
  { url = "" }: IncomingMessage,
  declared: readonly string[] = [],
): readonly (readonly [string, string])[] => {
  const start = url.indexOf("?");
  const pairs = start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
  return pairs.filter(([name]) => name !== "rest_route" && !declared.includes(name));
};

const FAILURES: ReadonlySet<string> = new Set(["invalid_username", "incorrect_password", "rest_forbidden"]);

/** Returns the path below the namespace; empty for other paths. Ignores case, as the router does. */
const pathBelow = (namespace: string, path: string): string => {
  const below = path.slice(namespace.length);
  const isBelow = path.slice(0, namespace.length).toLowerCase() === namespace && /^(?:$|\/)/.test(below);
  return isBelow ? below : "";
};

const pickTexts = (values: RawValues, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    }),
  );
