import { type Parameters, type Revised, revisionOf } from "@kalends/core";
import {
  type HistoryOperations,
  type ItemOperation,
  type Operations,
  type ParameterValues,
  perform,
} from "@kalends/core/interface";
import { documentHistory } from "../../document/history-documents.ts";
import { presentVersion } from "../../presenters/history-presenter.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import type { CalendarRequest, Endpoint, Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS } from "./record-routes.ts";
import { repeatUpdated } from "./repeat-response.ts";
import type { Resource } from "./resource.ts";

/** Kind of record whose earlier contents can be read and restored. */
type HistoryResource<View, R> = Omit<Resource<View, R>, "history"> &
  Required<Pick<Resource<View, R>, "history">>;

/**
 * Creates the routes of the earlier contents of one kind of record. `declared`: operations that the
 * documentation describes. Source: rules/history.md#history-routes.
 */
export const createHistoryRoutes = <View, R extends Revised & { readonly id: number }>(
  resource: HistoryResource<View, R>,
  declared: Operations,
): readonly Route[] => {
  const { name, of, history, present, recordOf } = resource;
  const documents = documentHistory(name, history.schema);
  const { list, get, restore } = history.of(declared);
  const { dry_run: dryRun, ...path } = restore.parameters;

  /** Performs an operation on the record and the version that the path names. */
  const performOn = async <Result>(
    select: (operations: HistoryOperations<View, R>) => ItemOperation<ParameterValues, Result, R>,
    request: CalendarRequest,
  ): Promise<Result> => {
    const operation = select(history.of(request.operations));
    const { actor, exchange, capturedBelow: revision } = request;
    const raw = { ...(await request.values()), ...(revision !== undefined && { revision }) };
    const found = await findNamed({ ...request, capturedBelow: undefined }, operation);
    return perform(operation, raw, actor, {
      found,
      strict: exchange.isStrict(),
      ...(operation.method !== "read" && { ifMatch: exchange.ifMatch() }),
      trace: exchange.trace(),
      isGone: exchange.isGone,
    });
  };

  const showList: Handle = async (request) => {
    const versions = await performOn((operations) => operations.list, request);
    return { status: 200, body: { revisions: versions.map(presentVersion) } };
  };
  const show: Handle = async (request) => {
    const version = await performOn((operations) => operations.get, request);
    const record = present(version.view, request.presentation(false));
    return { status: 200, body: { ...presentVersion(version), record } };
  };
  const write: Handle = async (request) => {
    const view = await performOn((operations) => operations.restore, request);
    const headers = adjustedHeaders(view, request.exchange.isStrict());
    const body = present(view, request.presentation(false));
    if (view.isDryRun === true) return { status: 200, body: presentUnstored(body), headers };
    return { status: 200, body, revision: revisionOf(recordOf(view)), headers };
  };

  const toRoute = (pattern: string, endpoint: Endpoint): Route => ({
    pattern: `/${name}/(\\d+)/revisions${pattern}`,
    endpoints: [endpoint],
    // For anonymous callers, `Allow` is determined without reading the store.
    async allow(request) {
      const { actor } = request;
      if (actor.id === undefined) return [];
      const found = await findNamed({ ...request, capturedBelow: undefined }, of(request.operations).update);
      return list.permits(actor, found) ? endpoint.methods : [];
    },
  });
  const read = { methods: ["GET"], parameters: {}, unlisted: FIELDS, isPure: false } as const;
  const id: Parameters = { id: list.target.id };
  const revision = "/(?<revision>\\d+)";
  return [
    toRoute("", { ...read, path: id, document: documents.list, handle: showList }),
    toRoute(revision, {
      ...read,
      path: { ...id, ...get.parameters },
      document: documents.get,
      handle: show,
    }),
    toRoute(`${revision}/restore`, {
      methods: ["POST"],
      path: { ...id, ...path },
      parameters: dryRun === undefined ? {} : { dry_run: dryRun },
      document: documents.restore,
      handle: write,
      again: repeatUpdated(resource, "id"),
    }),
  ];
};
