import { type Parameters, type Revised, revisionOf } from "@kalends/core";
import {
  findTarget,
  type Operations,
  perform,
  putByExternalId,
  toPathExternalId,
} from "@kalends/core/interface";
import { byExternalId } from "../../document/record-documents.ts";
import { keyConflict } from "../../idempotency/idempotency-key.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { decodePercent } from "../../request/address/bracketed-pairs.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Handle, Route } from "../../route/route.ts";
import { toTarget } from "./named-target.ts";
import { ownFileOf } from "./own-file.ts";
import { createdIn, repeatCreated } from "./repeat-response.ts";
import type { Resource } from "./resource.ts";

const PATH: Parameters = {
  source: {
    type: "string",
    required: true,
    description: "path.external_id.source",
    documented: { example: "crm" },
  },
  external_id: {
    type: "string",
    required: true,
    description: "path.external_id.id",
    documented: { example: "4711" },
  },
};

/** Returns the external id in the path. Its two parts are percent-decoded once. */
const namedIn = ({ captured, capturedBelow = "" }: CalendarRequest): ReturnType<typeof toPathExternalId> =>
  toPathExternalId(decodePercent(captured), decodePercent(capturedBelow));

/**
 * Creates the route that creates or updates the record with an external id.
 * Source: rules/external-ids.md#put-by-external-id.
 */
export const externalIdRoute = <View, R extends Revised & { readonly id: number }>(
  resource: Resource<View, R>,
  declared: Operations,
): Route => {
  const { name, of, present, recordOf } = resource;
  const { create, update } = of(declared);

  const answered = (request: CalendarRequest, view: View, isNew: boolean): EndpointResponse => {
    const record = recordOf(view);
    const location = `${request.addresses.namespace}/${name}/${record.id}`;
    return {
      status: isNew ? 201 : 200,
      body: present(view, request.presentation(false)),
      revision: revisionOf(record),
      headers: isNew ? { Location: location } : {},
    };
  };

  const put: Handle = async (request) => {
    const { actor, exchange } = request;
    const strict = exchange.isStrict();
    const { view, isNew } = await putByExternalId(
      of(request.operations),
      namedIn(request),
      await request.values(),
      actor,
      {
        ...{ strict, ownFile: ownFileOf(request), trace: exchange.trace(), isGone: exchange.isGone },
        ifMatch: exchange.ifMatch(),
      },
    );
    const headers = adjustedHeaders(view, strict);
    if (view.isDryRun === true)
      return { status: 200, body: presentUnstored(present(view, request.presentation(false))), headers };
    const answer = answered(request, view, isNew);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };

  const again: Endpoint["again"] = async (request, written) => {
    if (createdIn(name, written) !== undefined) return repeatCreated(resource)(request, written);
    const { get, findByExternalId } = of(request.operations);
    const record = await findByExternalId(namedIn(request));
    if (record === undefined) throw keyConflict();
    const found = await findTarget(get, toTarget("id", String(record.id)), request.actor);
    return answered(request, await perform(get, {}, request.actor, { found }), false);
  };

  return {
    pattern: `/${name}/by-external-id/(?<source>[^/]+)/(?<external_id>[^/]+)`,
    endpoints: [
      {
        methods: ["PUT"],
        path: PATH,
        // `/doc` describes the parameters of an update, because values that are not sent stay unchanged.
        parameters: update.parameters,
        document: byExternalId(name),
        handle: put,
        again,
      },
    ],
    allow: async ({ actor }) => (actor.id !== undefined && create.permits(actor) ? ["PUT"] : []),
  };
};
