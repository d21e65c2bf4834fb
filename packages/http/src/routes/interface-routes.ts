import type { Logger, Parameters } from "@kalends/core";
import type { EventFormat, ListFormat, Operations, PluginRoute, ReadChanges } from "@kalends/core/interface";
import { createDocument, type ExtraMembers } from "../document/document.ts";
import type { RecordName } from "../document/record-documents.ts";
import type { ChangeStreams } from "../event-stream/change-streams.ts";
import { createFileFormats } from "../formats/file-formats.ts";
import { createFileRoutes } from "../formats/file-routes.ts";
import type { Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createAuditRoute } from "./audit-route.ts";
import { createChangesRoute } from "./changes-route.ts";
import { createDocRoute } from "./doc-route.ts";
import { namingIgnored } from "./ignored-parameters.ts";
import { createIndexRoute, createRootRoute } from "./index-route.ts";
import { createPluginRoutes } from "./plugins/plugin-routes.ts";
import { createImageRoutes } from "./records/image-routes.ts";
import { createOccurrenceRoutes } from "./records/occurrence-routes.ts";
import { createRecordRoutes } from "./records/record-routes.ts";
import { forEachResource } from "./records/resource.ts";

export interface InterfaceRoutesDeps {
  readonly operations: Operations;
  readonly settings: Pick<HttpSettings, "docDialect">;
  /** `tribe/events/v1`. */
  readonly namespace: string;
  /** Default of `per_page`, where it is not that of the site. */
  readonly perPage?: number | undefined;
  readonly pluginRoutes?: readonly PluginRoute[] | undefined;
  /** Gets what cuts streams of plugins off. */
  readonly logger: Pick<Logger, "error">;
  readonly listFormats?: readonly ListFormat[];
  readonly eventFormats?: readonly EventFormat[];
  /** What others add to the members of records, as `/doc` documents it. */
  readonly extraMembers?: ExtraMembers | undefined;
  /** In which reads a plugin takes part with more than pure contributions; none by default. */
  readonly impureReads?: ImpureReads | undefined;
  /** The feed of changes; absent: there is none. */
  readonly readChanges?: ReadChanges | undefined;
  /** What sends it as it goes on; absent: nothing does. */
  readonly changeStreams?: ChangeStreams | undefined;
  /** Several requests at once; absent: there are none. */
  readonly batch?: Route | undefined;
}

/** The reads in which not everything is pure. */
export type ImpureReads = Pick<ReadonlyMap<string, unknown>, "has">;

/** Reads that plugins take part in. */
export type PluginReads = ListFormat["list"] | "images" | "routes" | "website" | "descriptions";

interface InterfaceRoutes {
  /** At the REST root. */
  readonly root: Route;
  /** In the namespace, in the order of rules/description.md#route-order. */
  readonly routes: readonly Route[];
}

/** Every route of the interface; the index and `/doc` document each because it is here. */
export const createInterfaceRoutes = ({
  operations,
  settings,
  namespace,
  perPage,
  pluginRoutes = [],
  logger,
  listFormats = [],
  eventFormats = [],
  extraMembers = {},
  impureReads = new Map(),
  readChanges,
  changeStreams,
  batch,
}: InterfaceRoutesDeps): InterfaceRoutes => {
  const isPure = (reads: PluginReads | RecordName): boolean => !impureReads.has(reads);
  const isDescribed = isPure("descriptions");
  const named: Route[] = [];
  const files = createFileFormats({
    ...{ formats: eventFormats, declared: operations, logger },
    isPure: isPure("events"),
  });
  const arePure = eventFormats.every(({ pure }) => pure === true);
  /** Finds operations whose lists have the page size of this mount. */
  const withPages = <Those extends { readonly list: List }>(
    of: (all: Operations) => Those,
  ): ((all: Operations) => Those) => {
    if (perPage === undefined) return of;
    const adapt = (those: Those): Those => ({ ...those, list: withPageSize(those.list, perPage) });
    const adapted = adapt(of(operations));
    return (all) => (all === operations ? adapted : adapt(of(all)));
  };
  forEachResource((resource) => {
    const of = withPages(resource.of);
    const routes = createRecordRoutes({ ...resource, of }, operations, listFormats, files);
    named.push(
      ...routes.map((route) => withPurity(route, isPure(resource.name) && arePure)),
      ...createFileRoutes(resource.name, files, { id: of(operations).get.target.id }).map((route) =>
        isPure("events") ? route : withPurity(route, false),
      ),
    );
    if (resource.name === "events") {
      const occurrences = createOccurrenceRoutes(
        withPages(({ events }) => events.occurrences),
        operations,
      );
      named.push(...occurrences.map((route) => withPurity(route, isPure("events"))));
    }
  });
  const { audit } = operations;
  named.push(
    ...createImageRoutes(
      withPages(({ images }) => images),
      operations,
    ).map((route) => withPurity(route, isPure("images"))),
    ...createChangesRoutes(readChanges, withPageSize(operations.events.list, perPage), changeStreams),
    ...(audit === undefined
      ? []
      : [createAuditRoute(({ audit: own = audit }) => withPageSize(own, perPage), operations)]),
  );
  const records = [
    ...named.map(namingIgnored),
    ...createPluginRoutes(pluginRoutes, logger).map((route) =>
      isPure("routes") ? route : withPurity(route, false),
    ),
  ];
  const batches = batch === undefined ? [] : [batch];
  const doc = withPurity(
    createDocRoute({
      dialect: settings.docDialect,
      // Whatever describes the routes is one of them itself.
      toDocument: () => createDocument({ routes: [doc, ...records, ...batches, index], extraMembers }),
    }),
    isDescribed,
  );
  const index = withPurity(createIndexRoute(namespace, [doc, ...records]), isDescribed);
  const routes = [index, doc, ...records];
  return {
    root: withPurity(createRootRoute(namespace, routes), isDescribed),
    // Not in the index, which is as clients have known it.
    routes: [...routes, ...batches],
  };
};

const createChangesRoutes = (
  readChanges: ReadChanges | undefined,
  { parameters: { per_page: perPage } }: { readonly parameters: Parameters },
  changeStreams: ChangeStreams | undefined,
): readonly Route[] =>
  readChanges === undefined || perPage === undefined
    ? []
    : [createChangesRoute(readChanges, perPage, changeStreams)];

/** The same route, whose endpoints are pure or not. */
const withPurity = (route: Route, isPure: boolean): Route => ({
  ...route,
  endpoints: route.endpoints.map((endpoint) => ({ ...endpoint, isPure })),
});

interface List {
  readonly parameters: Parameters;
}

/** The same list with another default of `per_page`; as it is without `perPage`. */
const withPageSize = <Paged extends List>(list: Paged, perPage: number | undefined): Paged => {
  const { per_page: declared } = list.parameters;
  if (perPage === undefined || declared === undefined) return list;
  return { ...list, parameters: { ...list.parameters, per_page: { ...declared, default: String(perPage) } } };
};
