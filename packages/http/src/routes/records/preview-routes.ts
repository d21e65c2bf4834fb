import type { CalendarEvent } from "@kalends/core";
import {
  type EventOperations,
  type ItemOperation,
  type ParameterValues,
  perform,
} from "@kalends/core/interface";
import { PREVIEW_DOCUMENTS } from "../../document/preview-documents.ts";
import { presentNewPreview, presentSharedPreview } from "../../presenters/preview-presenter.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import type { CalendarRequest, Endpoint, Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";

type Previews = NonNullable<EventOperations["previews"]>;

/** Creates the routes for preview links of events. Source: rules/preview.md#preview. */
export const createPreviewRoutes = ({ create, list, revoke }: Previews): readonly Route[] => {
  const findEvent = (request: CalendarRequest) => findNamed({ ...request, capturedBelow: undefined }, list);

  const performOn = async <Result>(
    operation: ItemOperation<ParameterValues, Result, CalendarEvent>,
    request: CalendarRequest,
    raw: Parameters<typeof perform>[1],
  ): Promise<Result> => {
    const { actor, exchange } = request;
    const found = await findEvent(request);
    return perform(operation, raw, actor, {
      ...{ found, strict: exchange.isStrict() && operation.method === "update" },
      ...{ trace: exchange.trace(), isGone: exchange.isGone },
    });
  };

  const write: Handle = async (request) => {
    const made = await performOn(create, request, await request.values());
    const headers = adjustedHeaders(made, request.exchange.isStrict());
    const body = presentNewPreview(made, request.addresses);
    // The address is a secret, so it is not stored for an `Idempotency-Key`.
    return { status: 201, body, headers, isUncacheable: true, isTemporary: true };
  };
  const show: Handle = async (request) => {
    const previews = await performOn(list, request, {});
    return { status: 200, body: { previews: previews.map(presentSharedPreview) }, isUncacheable: true };
  };
  const remove: Handle = async (request) => {
    const { id } = await performOn(revoke, request, { preview: request.capturedBelow });
    return { status: 200, body: { id, revoked: true } };
  };

  const toRoute = (pattern: string, endpoint: Omit<Endpoint, "isApart" | "isPure">): Route => ({
    pattern: `/events/(\\d+)/${pattern}`,
    // Previews are stored outside of `CalendarRequest.operations`, so atomic batches cannot contain them.
    endpoints: [{ ...endpoint, isApart: true, isPure: false }],
    async allow(request) {
      if (request.actor.id === undefined) return [];
      return create.permits(request.actor, await findEvent(request)) ? endpoint.methods : [];
    },
  });
  const path = { id: create.target.id };
  return [
    toRoute("preview", {
      ...{ methods: ["POST"], path, parameters: create.parameters },
      ...{ document: PREVIEW_DOCUMENTS.create, handle: write },
    }),
    toRoute("previews", {
      ...{ methods: ["GET"], path, parameters: {} },
      ...{ document: PREVIEW_DOCUMENTS.list, handle: show },
    }),
    toRoute("previews/(?<preview>[0-9a-f]+)", {
      ...{ methods: ["DELETE"], path: { ...path, ...revoke.parameters }, parameters: {} },
      ...{ document: PREVIEW_DOCUMENTS.revoke, handle: remove },
    }),
  ];
};
