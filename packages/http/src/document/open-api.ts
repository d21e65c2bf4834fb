import type { JsonObject, JsonValue } from "@kalends/core";
import type { JsonSchema } from "@kalends/core/interface";
import type { DocumentedHeader, HeaderName } from "../route/endpoint-document.ts";

/* Types for the parts of OpenAPI documents that the interface uses, named as in the OpenAPI specification. */

export const JSON_TYPE = "application/json";

export interface ExampleObject {
  readonly value: Readonly<Record<string, unknown>>;
}

interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly example?: JsonObject;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required: boolean;
  readonly style?: "form";
  readonly explode?: false;
  readonly schema: JsonSchema;
  readonly example?: JsonValue;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

/**
 * OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12. Documents of the other versions are converted
 * from it.
 */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<HeaderName, DocumentedHeader>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export const toHeaders = (names: readonly HeaderName[]): Pick<ResponseObject, "headers"> => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});
