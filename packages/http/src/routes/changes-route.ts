import {
  type ChangesPage,
  type CollectionOperation,
  type Parameter,
  type ParameterValues,
  perform,
  type ReadChanges,
} from "@kalends/core";
import type { EndpointDocument } from "../document/endpoint-document.ts";
import { ref } from "../document/schemas/schema.ts";
import { presentChanges } from "../presenters/changes-presenter.ts";
import { FIELDS } from "./record-routes.ts";
import type { Handle, Route } from "./route.ts";

const SINCE: Parameter<string> = {
  description:
    "The token of an earlier answer: what has changed since then. Without it there are no changes, but tokens to begin with.",
  documented: { type: "string", example: "0f3a5b7c9d1e2f40.~0~~.128" },
  resolve: (raw) => (typeof raw === "string" ? { value: raw } : { problem: { reason: "not-a-string" } }),
};

const DOCUMENT: EndpointDocument = {
  operationId: "listChanges",
  tag: "Changes",
  summary: "List what has changed",
  description:
    "Records as the lists show them to the caller, and those that are gone for them, since a token. Ask on with next_token: at once while has_more is true, then now and then. Tokens are good for the caller who got them.",
  answers: { 200: { description: "What has changed.", schema: ref("Changes") } },
  errors: ["rest_token_expired"],
};

/** `perPage` is the parameter of lists. Source: rules/changes.md#address. */
export const createChangesRoute = (readChanges: ReadChanges, perPage: Parameter): Route => {
  const operation: CollectionOperation<ParameterValues, ChangesPage> = {
    method: "read",
    parameters: { since: SINCE, per_page: perPage },
    permits: () => true,
    run(values, { actor }) {
      // The parser made them from the declarations above.
      const { since, per_page: limit } = values as { readonly since?: string; readonly per_page: number };
      return readChanges({ since, limit, actor });
    },
  };
  const handle: Handle = async (request) => {
    const page = await perform(operation, await request.values(), request.actor);
    return {
      status: 200,
      body: presentChanges(page, request.presentation(false)),
      headers: { "Cache-Control": "no-store" },
    };
  };
  return {
    pattern: "/changes",
    endpoints: [
      {
        methods: ["GET"],
        parameters: operation.parameters,
        unlisted: FIELDS,
        document: DOCUMENT,
        handle,
        isList: true,
        isPure: false,
      },
    ],
    allow: async () => ["GET"],
  };
};
