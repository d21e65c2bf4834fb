import type { InterfaceDocument } from "../../http/documented-answers.ts";

interface Member {
  readonly type?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
}

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Member>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: unknown;
    readonly schema?: Member;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
}

/** Part of a request that contains a value. */
export type Place = "path" | "query" | "header" | "body";

export interface FuzzedParameter {
  readonly name: string;
  readonly place: Place;
  /** Examples of values that the document allows. */
  readonly accepted: readonly unknown[];
}

/** Operation of the OpenAPI document. */
export interface FuzzedOperation {
  readonly method: string;
  /**
   * Path below the base path of the API, with placeholders such as `{id}`. If it begins with `//`, it is
   * relative to the site.
   */
  readonly path: string;
  readonly parameters: readonly FuzzedParameter[];
  /** Members of a valid request body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly mediaTypes: readonly string[];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

type Schemas = Readonly<Record<string, unknown>>;

/** Returns the schemas that a schema is composed of. */
const partsOf = (schema: Schema | undefined, schemas: Schemas): readonly Schema[] => {
  if (schema === undefined) return [];
  const named = schema.$ref?.split("/").at(-1);
  if (named !== undefined) return partsOf(schemas[named] as Schema | undefined, schemas);
  return [schema, ...(schema.allOf ?? []).flatMap((one) => partsOf(one, schemas))];
};

const exampleOf = ({ type, example, enum: values = [] }: Member): unknown =>
  example ?? (type === "array" ? values.slice(0, 1) : (values[0] ?? "text"));

const acceptedOf = ({ type, example, default: usual, minimum, enum: values = [] }: Member) => [
  ...[example, usual, minimum].filter((value) => value !== undefined),
  ...values,
  ...(type === "boolean" ? [true, false] : []),
];

/** Returns example values for the required members of a body. */
const requiredOf = ({ properties = {}, required = [] }: Schema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));

/** Returns all operations in the OpenAPI document of a calendar, including those of plugins. */
export const operationsOf = ({ paths, components }: InterfaceDocument): readonly FuzzedOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method] !== undefined).map((method) => {
      const { parameters = [], requestBody } = operations[method] as Described;
      const content = requestBody?.content ?? {};
      const forms = Object.values(content).flatMap(({ schema }) => partsOf(schema, components.schemas));
      const members = forms.flatMap(({ properties = {} }) => Object.keys(properties));
      return {
        method: method.toUpperCase(),
        path,
        parameters: [
          ...parameters.map(({ name, in: place, example, schema }) => ({
            name,
            place: place as Place,
            accepted: acceptedOf({ example, ...schema }),
          })),
          ...[...new Set(members)].map((name) => ({ name, place: "body" as const, accepted: [] })),
        ],
        body: {
          ...Object.assign({}, ...forms.map(requiredOf)),
          ...(content["application/json"]?.example as object | undefined),
        },
        mediaTypes: Object.keys(content),
      };
    }),
  );
