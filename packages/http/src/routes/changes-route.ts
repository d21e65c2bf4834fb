import {
  type ChangesPage,
  type CollectionOperation,
  type Parameter,
  type ParameterValues,
  perform,
  type ReadChanges,
} from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import type { ChangeStreams } from "../event-stream/change-streams.ts";
import { EVENT_STREAM } from "../event-stream/frames.ts";
import { prefersStream, type ReadPage, respondWithStream } from "../event-stream/stream-response.ts";
import { presentChanges } from "../presenters/changes-presenter.ts";
import type { EndpointDocument } from "../route/endpoint-document.ts";
import type { Handle, Route } from "../route/route.ts";
import { FIELDS } from "./records/record-routes.ts";

const SINCE: Parameter<string> = {
  description: "parameter.changes.since",
  documented: { type: "string", example: "0f3a5b7c9d1e2f40.~0~~.128" },
  resolve: (raw) => (typeof raw === "string" ? { value: raw } : { problem: { reason: "not-a-string" } }),
};

const DOCUMENT: EndpointDocument = {
  operationId: "listChanges",
  tag: "Changes",
  summary: "operation.listChanges.summary",
  description: "operation.listChanges.description",
  answers: { 200: { description: "answer.changes", schema: ref("Changes") } },
  errors: ["rest_token_expired"],
};

/** Documentation of the endpoint if change streams are enabled. Source: rules/changes.md#stream. */
const WITH_STREAMS: EndpointDocument = {
  ...DOCUMENT,
  answers: {
    200: {
      description: "answer.changes.stream",
      schema: ref("Changes"),
      otherForms: { [EVENT_STREAM]: { type: "string" } },
    },
  },
};

/**
 * Creates the route of the change feed. `perPage`: the parameter `per_page`, as lists declare it. Source:
 * rules/changes.md#address.
 */
export const createChangesRoute = (
  readChanges: ReadChanges,
  perPage: Parameter,
  streams?: ChangeStreams,
): Route => {
  const operationOf = (most: number): CollectionOperation<ParameterValues, ChangesPage> => ({
    method: "read",
    parameters: { since: SINCE, per_page: perPage },
    permits: () => true,
    run(values, { actor }) {
      // The values have these types, because they were parsed according to the declarations above.
      const { since, per_page: limit } = values as { readonly since?: string; readonly per_page: number };
      return readChanges({ since, limit: Math.min(limit, most), actor });
    },
  });
  const operation = operationOf(Number.POSITIVE_INFINITY);
  const handle: Handle = async (request) => {
    // Copy only `since` and `per_page`: a stream lasts for hours and would keep all other values in memory.
    const { since: from, per_page: perPage } = await request.values();
    const read: ReadPage = async ({ actor, since = from, limit }) => {
      const asked = limit === undefined ? operation : operationOf(limit);
      const page = await perform(asked, { since, per_page: perPage }, actor);
      return { page, body: presentChanges(page, request.presentation(false)) };
    };
    if (streams !== undefined && prefersStream(request.exchange, streams))
      return respondWithStream(request, streams, read);
    const { body } = await read({ actor: request.actor });
    return { status: 200, body, isUncacheable: true };
  };
  return {
    pattern: "/changes",
    endpoints: [
      {
        methods: ["GET"],
        parameters: operation.parameters,
        unlisted: FIELDS,
        document: streams?.isOffered ? WITH_STREAMS : DOCUMENT,
        ...(streams?.isOffered && { varies: ["Accept"] }),
        handle,
        isList: true,
        isBackground: true,
        ...(streams && { isStream: (exchange) => prefersStream(exchange, streams) }),
        isPure: false,
        isApart: true,
      },
    ],
    allow: async () => ["GET"],
  };
};
