import type { Parameters } from "@kalends/core";
import { toOpenApi30, toSwagger20, toSwaggerHost } from "../document/dialects.ts";
import type { OpenApiDocument } from "../document/open-api.ts";
import type { Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createDescriptionRoute } from "./index-route.ts";

/**
 * Version of OpenAPI. `convert` creates the document and is called once. `locate` returns the members that
 * depend on the URL of the namespace.
 */
interface Dialect {
  convert(document: OpenApiDocument): object;
  locate(namespace: string): object;
}

const toServers = (namespace: string): Pick<OpenApiDocument, "servers"> => ({
  servers: [{ url: `${namespace}/` }],
});

const OPEN_API_30: Dialect = { convert: toOpenApi30, locate: toServers };

const DIALECTS: Readonly<Record<string, Dialect>> = {
  "3.0": OPEN_API_30,
  "3.1": { convert: (document) => document, locate: toServers },
  "2.0": { convert: (document) => toSwagger20(toOpenApi30(document)), locate: toSwaggerHost },
};

const VERSIONS = Object.keys(DIALECTS);

const versionParameter = (dialect: HttpSettings["docDialect"]): Parameters => ({
  version: {
    description: "parameter.document.version",
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

interface DocRouteDeps {
  /** Format of the document if the request does not contain `version`. */
  readonly dialect: HttpSettings["docDialect"];
  /** Creates the OpenAPI document. Called on the first request. */
  readonly toDocument: () => OpenApiDocument;
}

/**
 * Creates the route `GET /doc`, which returns the OpenAPI document. Source: rules/description.md#document.
 */
export const createDocRoute = ({ dialect, toDocument }: DocRouteDeps): Route => {
  const converted = new Map<string, object>();
  return createDescriptionRoute({
    pattern: "/doc",
    parameters: {},
    unlisted: versionParameter(dialect),
    document: {
      operationId: "getDocument",
      summary: "operation.getDocument.summary",
      description: "operation.getDocument.description",
      answers: {
        200: { description: "answer.document", schema: { type: "object", additionalProperties: true } },
      },
      errors: [],
    },
    toBody({ namespace }, values) {
      const version = String(values.version);
      const { convert, locate } = DIALECTS[version] ?? OPEN_API_30;
      const document = converted.get(version) ?? convert(toDocument());
      converted.set(version, document);
      return { ...document, ...locate(namespace) };
    },
    keptAs: ({ version }) => `doc ${String(version)}`,
  });
};
