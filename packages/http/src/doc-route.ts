import type { AnyOperation, Parameters } from "@kalends/core";
import type { OpenApiDocument } from "./document/document.ts";
import { toOpenApi30 } from "./document/open-api-30.ts";
import { toSwagger20 } from "./document/swagger-20.ts";
import { createParser } from "./parser.ts";
import type { Endpoint, Route } from "./route.ts";

const DIALECTS: Readonly<Record<string, (document: OpenApiDocument) => unknown>> = {
  "3.0": toOpenApi30,
  "3.1": (document) => document,
  "2.0": (document) => toSwagger20(toOpenApi30(document)),
};

/** How the interface describes itself unless asked otherwise. */
export type DocDialect = "openapi-3.0" | "swagger-2.0";

const VERSIONS = Object.keys(DIALECTS);

const versionParameter = (dialect: DocDialect): Parameters => ({
  version: {
    description:
      "The version of OpenAPI: 3.0, 3.1 (whose schemas are JSON Schema 2020-12), or 2.0, which is Swagger.",
    default: dialect === "swagger-2.0" ? "2.0" : "3.0",
    documented: { type: "string", enum: VERSIONS, example: "3.1" },
    resolve: (raw) => {
      const value = VERSIONS.find((version) => version === raw);
      return value === undefined
        ? { problem: { reason: "not-one-of", values: { names: VERSIONS.join(", ") } } }
        : { value };
    },
  },
});

export interface DocRouteDeps {
  readonly dialect: DocDialect;
  /** The document for the interface at an address; called when somebody asks. */
  readonly toDocument: (namespace: string) => OpenApiDocument;
}

/** `GET /doc`: the interface as a document in OpenAPI. Source: 40-describe section 2. */
export const createDocRoute = ({ dialect, toDocument }: DocRouteDeps): Route => {
  const unlisted = versionParameter(dialect);
  const reading: AnyOperation = { method: "read", parameters: unlisted, permits: async () => true };
  const parser = createParser(reading);
  // Nearly all requests name the same host.
  const known = new Map<string, { readonly namespace: string; readonly body: unknown }>();
  const toBody = (version: string, namespace: string): unknown => {
    const last = known.get(version);
    if (last?.namespace === namespace) return last.body;
    const body = (DIALECTS[version] ?? toOpenApi30)(toDocument(namespace));
    known.set(version, { namespace, body });
    return body;
  };
  const read: Endpoint = {
    methods: ["GET"],
    parameters: {},
    unlisted,
    document: {
      operationId: "getDocument",
      tag: "Interface",
      summary: "Read this document",
      description: "The interface in the words of OpenAPI. Everybody may read it.",
      answers: {
        200: { description: "This document.", schema: { type: "object", additionalProperties: true } },
      },
      errors: [],
    },
    async handle(request) {
      const { values } = await parser.parse(await request.values(), request.actor);
      const body = toBody(String(values.version), request.addresses.namespace);
      return { status: 200, body, isDescription: true };
    },
  };
  return { pattern: "/doc", endpoints: [read], allow: async () => ["GET"] };
};
