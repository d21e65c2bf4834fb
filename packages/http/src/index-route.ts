import type { Route } from "./route.ts";

/** What the index and `OPTIONS` tell of a route. */
export const describeRoute = (
  namespace: string,
  methods: readonly string[],
): Readonly<Record<string, unknown>> => ({
  namespace,
  methods,
  endpoints: methods.map((method) => ({ methods: [method], args: {} })),
});

/** A pattern as people read it: groups by their meaning. */
const toReadable = (pattern: string): string =>
  pattern.replace("(\\d+)", "(?P<id>\\d+)").replace("([^/]+)", "(?P<slug>[^/]+)");

/** The namespace root: which routes there are. Source: 00-overview section 1.1. */
export const createIndexRoute = (namespace: string, routes: readonly Route[]): Route => {
  const described = [{ pattern: "", methods: { GET: undefined } }, ...routes].map(
    ({ pattern, methods }) =>
      [`/${namespace}${toReadable(pattern)}`, describeRoute(namespace, Object.keys(methods))] as const,
  );
  const body = { namespace, routes: Object.fromEntries(described) };
  return {
    pattern: "",
    methods: { GET: () => Promise.resolve({ status: 200, body }) },
    allow: () => Promise.resolve(["GET"]),
  };
};
