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

/** Where a value of a request stands. */
export type Place = "path" | "query" | "header" | "body";

export interface FuzzedParameter {
  readonly name: string;
  readonly place: Place;
  /** Some values that are taken, by the document. */
  readonly accepted: readonly unknown[];
}

/** One operation as the document of a calendar has it. */
export interface FuzzedOperation {
  readonly method: string;
  /** Below the namespace, with `{id}` and the like; behind two slashes below the site. */
  readonly path: string;
  readonly parameters: readonly FuzzedParameter[];
  /** Members of a body that is accepted. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly mediaTypes: readonly string[];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

type Schemas = Readonly<Record<string, unknown>>;

/** The schemas that one is made of. */
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

/** What a body must have, whether the document has an example of it or not. */
const requiredOf = ({ properties = {}, required = [] }: Schema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));

/** Every operation of a calendar, those of its plugins too, by the document that it serves. */
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
