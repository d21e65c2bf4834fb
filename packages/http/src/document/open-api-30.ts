import type { OpenApiDocument } from "./document.ts";

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Several types are alternatives there, and `null` is a property of each. */
const toSingleType = ({ type, ...rest }: Members): Members => {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const nullable = type.includes("null") && { nullable: true };
  const [first, ...others] = type.filter((name) => name !== "null");
  if (others.length === 0) return { type: first, ...nullable, ...rest };
  return { ...rest, anyOf: [first, ...others].map((name) => ({ type: name, ...nullable })) };
};

const toSingleExample = ({ examples, ...rest }: Members): Members => {
  if (!Array.isArray(examples)) return examples === undefined ? rest : { ...rest, examples };
  return { ...rest, example: examples[0] };
};

const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  const converted = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, convert(member)]),
  );
  return toSingleExample(toSingleType(converted));
};

/** The same in OpenAPI 3.0.0, whose schemas know neither several types nor several examples. */
export const toOpenApi30 = (document: OpenApiDocument): OpenApiDocument => ({
  // A conversion of schemas keeps the form of everything around them.
  ...(convert(document) as OpenApiDocument),
  openapi: "3.0.0",
});
