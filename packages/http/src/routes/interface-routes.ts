import type { ListFormat, Operations, Parameters, PluginRoute } from "@kalends/core";
import { createDocument, type ExtraMembers } from "../document/document.ts";
import type { HttpSettings } from "../settings.ts";
import { createDocRoute } from "./doc-route.ts";
import { createImageRoutes } from "./image-routes.ts";
import { createIndexRoute, createRootRoute } from "./index-route.ts";
import { createPluginRoutes } from "./plugin-routes.ts";
import { createRecordRoutes } from "./record-routes.ts";
import { forEachResource } from "./resource.ts";
import type { Route } from "./route.ts";

export interface InterfaceRoutesDeps {
  readonly operations: Operations;
  readonly settings: Pick<HttpSettings, "docDialect">;
  /** `tribe/events/v1`. */
  readonly namespace: string;
  /** Default of `per_page`, where it is not that of the site. */
  readonly perPage?: number | undefined;
  readonly pluginRoutes?: readonly PluginRoute[];
  readonly listFormats?: readonly ListFormat[];
  /** What others add to the members of records, as `/doc` documents it. */
  readonly extraMembers?: ExtraMembers;
}

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
  listFormats = [],
  extraMembers = {},
}: InterfaceRoutesDeps): InterfaceRoutes => {
  const records: Route[] = [];
  forEachResource(operations, (resource) => {
    const list = withPageSize(resource.operations.list, perPage);
    records.push(
      ...createRecordRoutes({ ...resource, operations: { ...resource.operations, list } }, listFormats),
    );
  });
  const images = { ...operations.images, list: withPageSize(operations.images.list, perPage) };
  records.push(...createImageRoutes(images), ...createPluginRoutes(pluginRoutes));
  const doc = createDocRoute({
    dialect: settings.docDialect,
    // Whatever describes the routes is one of them itself.
    toDocument: () => createDocument({ routes: [doc, ...records, index], extraMembers }),
  });
  const index = createIndexRoute(namespace, [doc, ...records]);
  const routes = [index, doc, ...records];
  return { root: createRootRoute(namespace, routes), routes };
};

/** The same list with another default of `per_page`; as it is without `perPage`. */
const withPageSize = <List extends { readonly parameters: Parameters }>(
  list: List,
  perPage: number | undefined,
): List => {
  const { per_page: declared } = list.parameters;
  if (perPage === undefined || declared === undefined) return list;
  return { ...list, parameters: { ...list.parameters, per_page: { ...declared, default: String(perPage) } } };
};
