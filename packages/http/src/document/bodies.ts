import type { JsonObject, JsonSchema, Parameters } from "@kalends/core";
import type { Endpoint, Route } from "../route.ts";
import { published, toBody, toBodyExample } from "./parameters.ts";

/** The methods whose parameters are in the body. */
export const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** A body as a schema of the document. */
export interface Body {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly example: JsonObject;
}

/** Bodies by the parameters they are made of, each under the name of the first operation that has them. */
export type Bodies = ReadonlyMap<Parameters, Body>;

const hasBody = ({ methods, document, parameters }: Endpoint): boolean =>
  document.bodies === undefined &&
  published(parameters).length > 0 &&
  methods.some((method) => WITH_BODY.has(method));

export const toBodies = (routes: readonly Route[]): Bodies => {
  const bodies = new Map<Parameters, Body>();
  for (const endpoint of routes.flatMap(({ endpoints }) => endpoints)) {
    const { parameters, document } = endpoint;
    if (!hasBody(endpoint) || bodies.has(parameters)) continue;
    const { operationId } = document;
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
    bodies.set(parameters, { name, schema: toBody(parameters), example: toBodyExample(parameters) });
  }
  return bodies;
};
