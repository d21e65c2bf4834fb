import type { JsonObject, JsonSchema, Parameters } from "@kalends/core";
import type { Endpoint, Route } from "../routes/route.ts";
import { published, toBody, toBodyExample } from "./parameters.ts";

/** The methods whose parameters are in the body. */
export const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** A body as a schema of the document. */
export interface Body {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly example: JsonObject;
  /** The parts of a form that may be files. */
  readonly files: JsonSchema | undefined;
}

/** An image as a part of a form, or as a whole body. */
export const IMAGE_FILE: JsonSchema = {
  type: "string",
  format: "binary",
  description: "A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB.",
};

/** Bodies by the parameters they are made of, each under the name of the first operation that has them. */
export type Bodies = ReadonlyMap<Parameters, Body>;

const hasBody = ({ methods, document, parameters }: Endpoint): boolean =>
  document.bodies === undefined &&
  published(parameters).length > 0 &&
  methods.some((method) => WITH_BODY.has(method));

/** The parts of a form that may be files; of a list, that of its first entry. */
const toFiles = (parameters: Parameters): JsonSchema | undefined => {
  const names = published(parameters).flatMap(([name, { files = [] }]) =>
    files
      .filter((keys) => keys.length === 0 || keys.includes("*"))
      .map((keys) => [name, ...keys.map((key) => `[${key === "*" ? 0 : key}]`)].join("")),
  );
  if (names.length === 0) return undefined;
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, IMAGE_FILE])) };
};

export const toBodies = (routes: readonly Route[]): Bodies => {
  const bodies = new Map<Parameters, Body>();
  for (const endpoint of routes.flatMap(({ endpoints }) => endpoints)) {
    const { parameters, document } = endpoint;
    if (!hasBody(endpoint) || bodies.has(parameters)) continue;
    const { operationId } = document;
    bodies.set(parameters, {
      name: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`,
      schema: toBody(parameters),
      example: toBodyExample(parameters),
      files: toFiles(parameters),
    });
  }
  return bodies;
};
