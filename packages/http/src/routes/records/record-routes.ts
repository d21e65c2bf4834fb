import {
  type Actor,
  type JsonObject,
  type Parameters,
  type Revised,
  revisionOf,
  toNetwork,
} from "@kalends/core";
import {
  type FoundRecord,
  type ItemOperation,
  type ListFormat,
  type Operations,
  type ParameterValues,
  type PathTarget,
  perform,
} from "@kalends/core/interface";
import { bySlug, documentRecords, type RecordDocuments } from "../../document/record-documents.ts";
import { type FileFormat, type FileFormats, ownParameters } from "../../formats/file-formats.ts";
import { withFiles } from "../../formats/file-routes.ts";
import { presentFacets } from "../../presenters/facet-presenter.ts";
import { type ListRequest, presentList } from "../../presenters/list-presenter.ts";
import type { Members } from "../../presenters/presentation.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { createRecord, createRecords } from "../../representation/records.ts";
import type { Exchange } from "../../request/exchange.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import { movedResponse } from "../../response/moved-response.ts";
import type { CalendarRequest, Endpoint, Handle, Route } from "../../route/route.ts";
import { externalIdRoute } from "./external-id-route.ts";
import { findNamed } from "./named-target.ts";
import { ownFileOf } from "./own-file.ts";
import { repeatCreated, repeatUpdated } from "./repeat-response.ts";
import type { ItemAction, ItemResource, Resource } from "./resource.ts";

/**
 * Query parameters that every read accepts. Source: rules/interface.md#fields-parameter,
 * rules/origin.md#context-edit.
 */
export const FIELDS: Parameters = {
  _fields: {
    description: "parameter._fields",
    documented: { type: "string" },
  },
  context: {
    description: "parameter.context",
    documented: { type: "string", enum: ["view", "edit"] },
  },
};

export const listRequest = ({ addresses, query }: CalendarRequest, parameters: Parameters): ListRequest => ({
  namespace: addresses.namespace,
  parameters,
  sentPerPage: query.per_page !== undefined,
});

type Identified = Revised & { readonly id: number; readonly slug?: string };

/**
 * Creates the routes of one kind of record. `declared`: operations that the documentation describes. Source:
 * rules/interface.md#route-table, rules/interface.md#partial-update.
 */
export const createRecordRoutes = <View, R extends Identified>(
  resource: Resource<View, R>,
  declared: Operations,
  formats: readonly ListFormat[],
  files: FileFormats,
): readonly Route[] => {
  const { name, of } = resource;
  const ownFormats = formats.filter(({ list }) => list === name);
  const documents = documentRecords(name);
  const routes = [
    collectionRoute(resource, declared, ownFormats, name === "events" ? files.list : []),
    itemRoute(resource, declared, documents, "id", `/${name}/(\\d+)`, {
      files: files.ofRecords(name),
      unlisted: FIELDS,
    }),
  ];
  if (of(declared).get.target.slug !== undefined)
    routes.push(itemRoute(resource, declared, documents, "slug", `/${name}/by-slug/([^/]+)`));
  return [...routes, externalIdRoute(resource, declared)];
};

/**
 * Returns the format that the caller prefers. Returns `undefined` for JSON, also if the caller accepts none
 * of the formats. Source: rules/interface.md#response-content-type.
 */
const negotiate = <Format extends { readonly mediaType: string }>(
  exchange: Exchange,
  formats: readonly Format[],
): Format | undefined => {
  if (formats.length === 0) return undefined;
  const accepted = exchange.preferredOf(["application/json", ...formats.map(({ mediaType }) => mediaType)]);
  return formats.find(({ mediaType }) => mediaType === accepted);
};

const collectionRoute = <View, R extends Identified>(
  resource: Resource<View, R>,
  declared: Operations,
  formats: readonly ListFormat[],
  files: readonly FileFormat[],
): Route => {
  const { name, of, present, toFragment, recordOf } = resource;
  const { list, create } = of(declared);
  const documents = documentRecords(name, formats);
  const showList: Handle = async (request) => {
    const chosen = negotiate<ListFormat | FileFormat>(request.exchange, [...formats, ...files]);
    if (chosen !== undefined && "handle" in chosen) return chosen.handle(request);
    const format = chosen;
    const client = toNetwork(request.exchange.clientAddress());
    const result = await perform(of(request.operations).list, await request.values(), request.actor, {
      client,
    });
    const presentation = request.presentation(false);
    const show = (view: View): Members => present(view, presentation);
    const records =
      format === undefined
        ? createRecords(result.items, show, (view) => toFragment(view, presentation))
        : result.items.map(show);
    const presented = presentList(name, result, records, {
      ...listRequest(request, list.parameters),
      facets: result.facets && presentFacets(result.facets, presentation),
    });
    return {
      status: 200,
      // The presented body consists of JSON values.
      body: format === undefined ? presented.body : format.present(presented.body as JsonObject),
      ...(result.ignored && { ignored: result.ignored }),
      headers: {
        ...presented.headers,
        ...(format !== undefined && { "Content-Type": format.mediaType }),
      },
    };
  };
  const createNew: Handle = async (request) => {
    const strict = request.exchange.isStrict();
    const { isGone } = request.exchange;
    const options = { strict, ownFile: ownFileOf(request), trace: request.exchange.trace(), isGone };
    const { create: operation } = of(request.operations);
    const view = await perform(operation, await request.values(), request.actor, options);
    const body = present(view, request.presentation(false));
    if (view.isDryRun === true)
      return { status: 200, body: presentUnstored(body), headers: adjustedHeaders(view, strict) };
    const record = recordOf(view);
    return {
      status: 201,
      body,
      revision: revisionOf(record),
      headers: {
        Location: `${request.addresses.namespace}/${name}/${record.id}`,
        ...adjustedHeaders(view, strict),
      },
    };
  };
  return {
    pattern: `/${name}`,
    endpoints: [
      {
        methods: ["GET"],
        parameters: list.parameters,
        unlisted: { ...FIELDS, ...ownParameters(files) },
        document: withFiles(documents.list, files),
        handle: showList,
        isList: true,
        ...(formats.length + files.length > 0 && { varies: ["Accept"] }),
      },
      {
        methods: ["POST"],
        parameters: create.parameters,
        document: documents.create,
        handle: createNew,
        again: repeatCreated(resource),
      },
    ],
    allow: async ({ actor }) => (actor.id !== undefined && create.permits(actor) ? ["GET", "POST"] : ["GET"]),
  };
};

/** Creates the route of a single record. */
export const itemRoute = <View, R extends Identified>(
  resource: ItemResource<View, R>,
  declared: Operations,
  documents: Pick<RecordDocuments, ItemAction>,
  named: PathTarget["name"],
  pattern: string,
  {
    below = {},
    files = [],
    unlisted = FIELDS,
  }: {
    /** Parameters in path segments after the record. */
    readonly below?: Parameters;
    readonly files?: readonly FileFormat[];
    readonly unlisted?: Parameters;
  } = {},
): Route => {
  const { of, present, toFragment, recordOf, writes } = resource;

  const allowed = (actor: Actor, found: FoundRecord<R>): readonly string[] => {
    const { update: updating, delete: deleting } = of(declared);
    const [mayUpdate, mayDelete] = [updating.permits(actor, found), deleting.permits(actor, found)];
    return ["GET", ...writes.filter((method) => (method === "DELETE" ? mayDelete : mayUpdate))];
  };

  /**
   * Returns the allowed methods after a write. If `permits` of a host fails, returns only `GET`: the
   * completed write must not become an error.
   */
  const allowedAfterwards: typeof allowed = (actor, found) => {
    try {
      return allowed(actor, found);
    } catch {
      return ["GET"];
    }
  };

  const performOn = async <Result extends View>(
    operation: ItemOperation<ParameterValues, Result, R>,
    request: CalendarRequest,
  ): Promise<{ readonly view: Result; readonly allow: readonly string[]; readonly isMerged: boolean }> => {
    const { actor } = request;
    const raw = await request.values();
    const found = await findNamed(request, operation, named);
    const options = {
      found,
      strict: request.exchange.isStrict(),
      ownFile: ownFileOf(request),
      ...(operation.method !== "read" && { ifMatch: request.exchange.ifMatch() }),
      trace: request.exchange.trace(),
      isGone: request.exchange.isGone,
    };
    const view = await perform(operation, raw, actor, options);
    const allow = operation.method === "read" ? allowed : allowedAfterwards;
    const isMerged = found.isMerged === true;
    return { view, allow: allow(actor, { name: named, record: recordOf(view) }), isMerged };
  };

  const read: Handle = async (request) => {
    const file = negotiate(request.exchange, files);
    if (file !== undefined) return file.handle(request);
    const { view, allow, isMerged } = await performOn(of(request.operations).get, request);
    if (isMerged) return movedResponse(request, recordOf(view), named);
    const presentation = request.presentation(true);
    const body = createRecord(
      view,
      () => present(view, presentation),
      () => toFragment(view, presentation),
    );
    return { status: 200, body, revision: revisionOf(recordOf(view)), allow };
  };

  const remove: Handle = async (request) => {
    const { view, allow } = await performOn(of(request.operations).delete, request);
    const record = recordOf(view);
    const answer = { status: 200, body: present(view, request.presentation(false)), allow };
    // Records without a trash are deleted permanently, so they have no revision any more.
    return "status" in record ? { ...answer, revision: revisionOf(record) } : answer;
  };

  const update: Handle = async (request) => {
    const { view, allow } = await performOn(of(request.operations).update, request);
    const headers = adjustedHeaders(view, request.exchange.isStrict());
    const body = present(view, request.presentation(false));
    if (view.isDryRun === true) return { status: 200, body: presentUnstored(body), headers, allow };
    return { status: 200, body, revision: revisionOf(recordOf(view)), headers, allow };
  };

  const describe = (action: ItemAction): Pick<Endpoint, "path" | "parameters" | "document"> => {
    const { target, parameters } = of(declared)[action];
    return {
      path: { ...(target[named] && { [named]: target[named] }), ...below },
      parameters,
      document: named === "slug" ? bySlug(documents[action]) : documents[action],
    };
  };
  const edit: Endpoint = {
    methods: writes.filter((method) => method !== "DELETE"),
    ...describe("update"),
    handle: update,
    again: repeatUpdated(resource, named),
  };
  const removal: Endpoint = {
    methods: ["DELETE"],
    ...describe("delete"),
    handle: remove,
  };
  return {
    pattern,
    endpoints: [
      {
        methods: ["GET"],
        ...describe("get"),
        document: withFiles(describe("get").document, files),
        unlisted: { ...unlisted, ...ownParameters(files) },
        handle: read,
        ...(files.length > 0 && { varies: ["Accept"] }),
      },
      ...(writes[0] === "DELETE" ? [removal, edit] : [edit, removal]),
    ],
    async allow(request) {
      // For anonymous callers, `Allow` is determined without reading the store.
      if (request.actor.id === undefined) return ["GET"];
      return allowed(request.actor, await findNamed(request, of(request.operations).update, named));
    },
  };
};
