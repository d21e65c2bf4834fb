import { CalendarError, type Problem } from "@kalends/core";
import { MAX_ADJUSTMENTS, nearestName, SHOWN_NAME } from "@kalends/core/interface";
import { published } from "../document/parameters.ts";
import { NO_TEXT } from "../request/address/bracketed-pairs.ts";
import type { DeclaredNames } from "../request/address/declared-names.ts";
import type { EndpointDocument, HeaderName } from "../route/endpoint-document.ts";
import type { Endpoint, Route } from "../route/route.ts";

const HEADERS: readonly HeaderName[] = ["X-Kalends-Ignored"];

const toDeclaredNames = ({ path = {}, parameters, unlisted = {} }: Endpoint): DeclaredNames => ({
  all: new Set(Object.keys({ ...parameters, ...unlisted, ...path })),
  published: published({ ...parameters, ...unlisted }).map(([name]) => name),
});

const withHeaders = (document: EndpointDocument): EndpointDocument => {
  const { 200: answer, ...others } = document.answers;
  if (answer === undefined) return document;
  return {
    ...document,
    answers: { ...others, 200: { ...answer, headers: [...(answer.headers ?? []), ...HEADERS] } },
  };
};

const toNaming = (endpoint: Endpoint): Endpoint =>
  endpoint.methods.includes("GET")
    ? {
        ...endpoint,
        declared: toDeclaredNames(endpoint),
        varies: [...(endpoint.varies ?? []), "Prefer"],
        document: withHeaders(endpoint.document),
      }
    : endpoint;

/**
 * Returns the route with endpoints that report ignored parameters in responses to reads. Source:
 * rules/interface.md#ignored-parameters.
 */
export const namingIgnored = (route: Route): Route => ({
  ...route,
  endpoints: route.endpoints.map(toNaming),
});

/** Returns a name that is short enough for an error message, because clients can send names of any length. */
const toShown = (name: string): string =>
  [...name.replaceAll(NO_TEXT, "\ufffd")].slice(0, SHOWN_NAME).join("");

const problemOf = (name: string, known: readonly string[]): Problem => {
  const nearest = nearestName(name, known);
  return nearest === ""
    ? { reason: "unknown-parameter" }
    : { reason: "misspelled-parameter", values: { name: nearest } };
};

/**
 * Throws `rest_invalid_param` for the parameters that the header `X-Kalends-Ignored` would name.
 * `withoutEffect`: declared names. `unknown`: undeclared names. Source: rules/errors.md#strict-refusals.
 */
export const requireNoIgnored = (
  {
    withoutEffect,
    unknown,
  }: { readonly withoutEffect: readonly string[]; readonly unknown: readonly string[] },
  { published: known }: DeclaredNames,
): void => {
  const problems = [
    ...withoutEffect.map((name): [string, Problem] => [name, { reason: "no-effect" }]),
    ...unknown.slice(0, MAX_ADJUSTMENTS).map((sent): [string, Problem] => {
      const name = toShown(sent);
      return [name, problemOf(name, known)];
    }),
  ].slice(0, MAX_ADJUSTMENTS);
  if (problems.length > 0)
    throw new CalendarError("rest_invalid_param", { problems: Object.fromEntries(problems) });
};
