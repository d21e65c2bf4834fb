import type { Route } from "./route.ts";

/** What the index and `OPTIONS` tell of a route. */
export const describeRoute = (
  namespace: string,
  { endpoints }: Pick<Route, "endpoints">,
): Readonly<Record<string, unknown>> => ({
  namespace,
  methods: endpoints.flatMap(({ methods }) => methods),
  endpoints: endpoints.map(({ methods }) => ({ methods, args: {} })),
});

/** A pattern as people read it: groups by their meaning. */
const toReadable = (pattern: string): string =>
  pattern.replace("(\\d+)", "(?P<id>\\d+)").replace("([^/]+)", "(?P<slug>[^/]+)");

/** The namespace root: which routes there are. Source: 00-overview section 1.1. */
export const createIndexRoute = (namespace: string, routes: readonly Route[]): Route => {
  const index: Route = {
    pattern: "",
    endpoints: [
      {
        methods: ["GET"],
        parameters: {},
        handle: () => Promise.resolve({ status: 200, body: body(), isDescription: true }),
      },
    ],
    allow: () => Promise.resolve(["GET"]),
  };
  const described = [index, ...routes].map(
    (route) => [`/${namespace}${toReadable(route.pattern)}`, describeRoute(namespace, route)] as const,
  );
  const body = (): Readonly<Record<string, unknown>> => ({
    namespace,
    routes: Object.fromEntries(described),
  });
  return index;
};
