import type { HtmlCleaner, Logger, Parameters } from "@kalends/core";
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
import { createDeclaredRoutes } from "./declared/declared-route.ts";
import { createDocRoute } from "./doc-route.ts";
import { createFieldsRoute } from "./fields-route.ts";
import { namingIgnored } from "./ignored-parameters.ts";
import { createIndexRoute, createRootRoute } from "./index-route.ts";
import { createJobRoute } from "./job-route.ts";
import { createPluginRoutes } from "./plugins/plugin-routes.ts";
import { createPreferencesRoute } from "./preferences-route.ts";
import { createDetachRoute } from "./records/detach-route.ts";
import { createHistoryRoutes } from "./records/history-routes.ts";
import { createImageRoutes } from "./records/image-routes.ts";
import { createMergeRoute } from "./records/merge-routes.ts";
import { createOccurrenceRoutes } from "./records/occurrence-routes.ts";
import { createPreviewRoutes } from "./records/preview-routes.ts";
import { createRecordRoutes } from "./records/record-routes.ts";
import { forEachResource } from "./records/resource.ts";
import { createTableRoute } from "./records/table-route.ts";
import { createVenueRoutes } from "./records/venue-routes.ts";
import { createSignInRoutes, type SignInRoutesDeps } from "./sign-in/create-sign-in-routes.ts";
import { createStatusRoute } from "./status-route.ts";

export interface InterfaceRoutesDeps extends SignInRoutesDeps {
  readonly operations: Operations;
  readonly settings: Pick<HttpSettings, "docDialect">;
  /** Namespace of the API, such as `tribe/events/v1`. */
  readonly namespace: string;
  /** Default of `per_page` in this locale, if it differs from the default of the site. */
  readonly perPage?: number | undefined;
  readonly pluginRoutes?: readonly PluginRoute[] | undefined;
  /** Logs errors that interrupt streams of plugins. */
  readonly logger: Pick<Logger, "error">;
  readonly listFormats?: readonly ListFormat[];
  readonly eventFormats?: readonly EventFormat[];
  /** Converts HTML in tables to plain text. Without it, the routes of tables do not exist. */
  readonly htmlCleaner?: Pick<HtmlCleaner, "toText"> | undefined;
  /** Schemas of members that plugins add to records, for `/doc` and the columns of tables. */
  readonly extraMembers?: ExtraMembers | undefined;
  /** Kinds of reads that depend on impure functions of plugins (see `ImpureReads`); none by default. */
  readonly impureReads?: ImpureReads | undefined;
  /** Reads the change feed. Without it, the route of the feed does not exist. */
  readonly readChanges?: ReadChanges | undefined;
  /** Change streams. Without them, the change feed returns JSON only. */
  readonly changeStreams?: ChangeStreams | undefined;
  /** Route of batches. Without it, batches are disabled. */
  readonly batch?: Route | undefined;
  /** Route of bulk requests. Without it, bulk requests are disabled. */
  readonly bulk?: Route | undefined;
}

/**
 * Set of the kinds of reads that depend on impure functions of plugins. The results of such functions may
 * depend on more than the request, the stored data and the time, so these reads are not cached.
 */
export type ImpureReads = Pick<ReadonlyMap<string, unknown>, "has">;

/** Kind of read to which plugins can contribute. */
export type PluginReads = ListFormat["list"] | "images" | "routes" | "website" | "descriptions";

interface InterfaceRoutes {
  /** Route at the REST root. */
  readonly root: Route;
  /** Routes in the namespace, in the order of rules/description.md#route-order. */
  readonly routes: readonly Route[];
}

/**
 * Creates every route of the REST interface. The namespace index and `/doc` document the routes that are
 * created here.
 */
export const createInterfaceRoutes = ({
  operations,
  settings,
  namespace,
  perPage,
  pluginRoutes = [],
  logger,
  listFormats = [],
  eventFormats = [],
  htmlCleaner,
  extraMembers = {},
  impureReads = new Map(),
  readChanges,
  changeStreams,
  batch,
  bulk,
  ...signInDeps
}: InterfaceRoutesDeps): InterfaceRoutes => {
  const isPure = (reads: PluginReads | RecordName): boolean => !impureReads.has(reads);
  const isDescribed = isPure("descriptions");
  const named: Route[] = [];
  const files = createFileFormats({
    ...{ formats: eventFormats, declared: operations, logger },
    isPure: isPure("events"),
  });
  const arePure = eventFormats.every(({ pure }) => pure === true);
  /**
   * Wraps a function that selects operations, so that the selected list has the default page size of this
   * locale.
   */
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
    const { name, mergeOf, table } = resource;
    if (table !== undefined && htmlCleaner !== undefined)
      named.push(
        createTableRoute(
          { ...table, present: resource.present },
          {
            ...{ declared: operations, extraMembers, logger, isPure: isPure(table.name) },
            toText: (html) => htmlCleaner.toText(html),
          },
        ),
      );
    if (mergeOf !== undefined && name !== "events")
      named.push(createMergeRoute({ ...resource, name, mergeOf }, operations));
    if (resource.name === "events") {
      const occurrences = createOccurrenceRoutes(
        withPages(({ events }) => events.occurrences),
        operations,
      );
      named.push(...occurrences.map((route) => withPurity(route, isPure("events"))));
      named.push(createDetachRoute(({ events }) => events, operations));
      const { previews } = operations.events;
      if (previews !== undefined) named.push(...createPreviewRoutes(previews));
    }
    if (resource.name === "venues") {
      const routes = createVenueRoutes(
        ({ venues }) => ({ ...venues, duplicates: withPageSize(venues.duplicates, perPage) }),
        operations,
      );
      named.push(...routes.map((route) => withPurity(route, isPure("events") && isPure("venues"))));
    }
    const { history } = resource;
    if (history !== undefined) named.push(...createHistoryRoutes({ ...resource, history }, operations));
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
    ...createPluginRoutes(pluginRoutes, { logger, clock: signInDeps.stopwatch }).map((route) =>
      isPure("routes") ? route : withPurity(route, false),
    ),
  ];
  const { page, per_page: pageSize } = withPageSize(operations.events.list, perPage).parameters;
  const paging = page &&
    pageSize && { page: { ...page, description: "parameter.accounts.page" }, per_page: pageSize };
  // Fields, sign-in, preferences, jobs, the status, batches and bulk requests are not in the index, because clients expect the
  // index of the original API.
  const unlisted = [
    namingIgnored(createFieldsRoute(operations.fields)),
    ...createDeclaredRoutes(createSignInRoutes(signInDeps, paging ?? {}), signInDeps.stopwatch).map(
      namingIgnored,
    ),
    ...(operations.preferences === undefined ? [] : [createPreferencesRoute(operations.preferences)]),
    ...(operations.jobs === undefined ? [] : [namingIgnored(createJobRoute(operations.jobs))]),
    ...(operations.status === undefined ? [] : [namingIgnored(createStatusRoute(operations.status))]),
    ...[batch, bulk].flatMap((route) => route ?? []),
  ];
  const doc = withPurity(
    createDocRoute({
      dialect: settings.docDialect,
      // `/doc` also documents the routes of the document and of the index, which are defined later.
      toDocument: () => createDocument({ routes: [doc, ...records, ...unlisted, index], extraMembers }),
    }),
    isDescribed,
  );
  const index = withPurity(createIndexRoute(namespace, [doc, ...records]), isDescribed);
  const routes = [index, doc, ...records];
  return {
    root: withPurity(createRootRoute(namespace, routes), isDescribed),
    routes: [...routes, ...unlisted],
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

/** Returns the route with `isPure` set in all its endpoints. */
const withPurity = (route: Route, isPure: boolean): Route => ({
  ...route,
  endpoints: route.endpoints.map((endpoint) => ({ ...endpoint, isPure })),
});

interface List {
  readonly parameters: Parameters;
}

/**
 * Returns the list with `perPage` as the default of `per_page`. Without `perPage`, returns the list
 * unchanged.
 */
const withPageSize = <Paged extends List>(list: Paged, perPage: number | undefined): Paged => {
  const { per_page: declared } = list.parameters;
  if (perPage === undefined || declared === undefined) return list;
  return { ...list, parameters: { ...list.parameters, per_page: { ...declared, default: String(perPage) } } };
};
