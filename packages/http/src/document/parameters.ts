import type { JsonObject, JsonSchema, JsonType, JsonValue, Parameter, Parameters } from "@kalends/core";
import { toBoolean, toNumber } from "@kalends/core";

/** What clients are told about, in the order of the declaration. */
export const published = (
  parameters: Parameters,
): readonly (readonly [name: string, parameter: Parameter])[] =>
  Object.entries(parameters).filter(([, { undocumented }]) => undocumented !== true);

/** A default as a value of the declared type: the interface publishes some of them as texts. */
const toTyped = (value: JsonValue, type: JsonType | undefined): JsonValue => {
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "number") return toNumber(value) ?? value;
  return type === "boolean" ? (toBoolean(value) ?? value) : value;
};

/** The form of a parameter's values. Defaults that depend on the clock are left to the index. */
export const toSchema = ({ type, documented = {}, default: fallback }: Parameter): JsonSchema => {
  const { type: documentedType = type, example, body: _, enum: names, ...bounds } = documented;
  return {
    ...(documentedType !== undefined && {
      type: fallback === null ? [documentedType, "null"] : documentedType,
    }),
    ...bounds,
    ...(names !== undefined && { enum: fallback === null ? [...names, null] : names }),
    ...(fallback !== undefined && { default: toTyped(fallback, documentedType) }),
  };
};

/** The same as a member of a body, which can hold more than a query. */
export const toMember = (parameter: Parameter): JsonSchema => {
  const { description, documented, default: fallback } = parameter;
  return {
    description,
    ...(documented?.body === undefined
      ? toSchema(parameter)
      : { ...documented.body, ...(fallback !== undefined && { default: fallback }) }),
    ...(documented?.example !== undefined && { examples: [documented.example] }),
  };
};

/** A body of these parameters. */
export const toBody = (parameters: Parameters): JsonSchema => {
  const all = published(parameters);
  const required = all.filter(([, parameter]) => parameter.required === true).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(all.map(([name, parameter]) => [name, toMember(parameter)])),
    ...(required.length > 0 && { required }),
  };
};

/** A body with every parameter that has an example. */
export const toBodyExample = (parameters: Parameters): JsonObject =>
  Object.fromEntries(
    published(parameters).flatMap(([name, { documented }]) =>
      documented?.example === undefined ? [] : [[name, documented.example]],
    ),
  );

export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description: string;
  readonly required: boolean;
  readonly style?: "form";
  readonly explode?: false;
  readonly schema: JsonSchema;
  readonly example?: JsonValue;
}

/** Source: 40-describe section 2.3. */
export const toParameterObject = (
  name: string,
  parameter: Parameter,
  place: ParameterObject["in"],
): ParameterObject => {
  const { documented, required = false, description } = parameter;
  return {
    name,
    in: place,
    description,
    required: place === "path" || required,
    ...(documented?.type === "array" && { style: "form", explode: false }),
    schema: { ...toSchema(parameter), ...(documented?.body?.items && { items: documented.body.items }) },
    ...(documented?.example !== undefined && { example: documented.example }),
  };
};
