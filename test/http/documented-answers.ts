import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Ajv, type ValidateFunction } from "ajv";
import { expect } from "chai";

/** Responses that `/doc` documents for an operation. */
interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
  };
}

/** Request together with its response. */
export interface Exchange {
  /**
   * Method of the operation. A `_method` parameter or header may have overridden the method of the request.
   */
  readonly method: string;
  /** Path below the base path of the API, without the query string. */
  readonly path: string;
  /** True if `_fields` was sent. The response then lacks other members. */
  readonly isSelection: boolean;
  /** True if `dry_run` was sent. Records that the request would create then have no id. */
  readonly isDryRun?: boolean;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed body; `undefined` if the body is not JSON. */
  readonly body: unknown;
}

/** Throws if the response does not match the document. */
export type ResponseCheck = (exchange: Exchange) => void;

const escapePointer = (text: string): string =>
  encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));

const toPattern = (template: string): RegExp => {
  const pattern =
    template === "/"
      ? ""
      : template
          .replaceAll(".", "\\.")
          .replace("/jobs/{id}", "/jobs/\\w+")
          .replace("{id}", "\\d+")
          .replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}/*$`, "i");
};

const createCheck = (document: InterfaceDocument): ResponseCheck => {
  // Formats are not validated, because stored addresses may have any form.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, validateSchema: false });
  ajv.addSchema(document, "document");
  const paths = Object.keys(document.paths).map((path) => [path, toPattern(path)] as const);
  const validators = new Map<string, ValidateFunction>();
  const validate = (pointer: string, body: unknown, what: string): void => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, validator);
    if (validator(body)) return;
    const problems = validator.errors?.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${params.additionalProperty ?? ""}`,
    );
    throw new Error(`${what}: ${problems?.join("; ")} in ${JSON.stringify(body).slice(0, 2000)}`);
  };
  const schema = (name: string): string => `/components/schemas/${name}`;
  /**
   * Validates an error response. The schemas of errors differ only in their codes, so one compiled schema is
   * used for all of them.
   */
  const validateError = ({ error, codes }: DocumentedError, body: unknown, what: string): void => {
    validate(error, body, what);
    const { code } = body as { readonly code: string };
    if (!codes.includes(code)) throw new Error(`${what}: the code ${code} is not documented`);
  };

  return ({ method, path, isSelection, isDryRun, status, headers, body: sent }) => {
    const body = isDryRun === true && status === 200 && sent !== undefined ? withIds(sent) : sent;
    // Node.js refuses some requests before they reach the API, for example requests with an unknown `Expect`
    // header.
    if (headers.link === undefined && body === undefined) return;
    const [template] = paths.find(([, pattern]) => pattern.test(path)) ?? [];
    const asked = method === "HEAD" ? "get" : method.toLowerCase();
    const operations = template === undefined ? undefined : document.paths[template];
    // `Object.hasOwn` is needed, because a test sends the method `__proto__`.
    const operation = operations && Object.hasOwn(operations, asked) ? operations[asked] : undefined;
    const what = `${method} ${path}: ${status}`;
    if (template === undefined || operation === undefined) {
      if (method === "OPTIONS" && template !== undefined && status === 200) {
        if (!isSelection) validate(schema("RouteDescription"), body, what);
      } else if (method !== "OPTIONS" && body !== undefined) validate(schema("Error"), body, what);
      return;
    }
    const place = operation.responses[status] === undefined ? "default" : String(status);
    const response = operation.responses[place];
    // Node.js refuses an `Expect` header with this status.
    if (status === 417) return;
    if (response === undefined) throw new Error(`${what} is not documented`);
    if (status < 300) {
      for (const name of Object.keys(document.components.headers)) {
        const isDocumented = response.headers?.[name] !== undefined;
        if (headers[name.toLowerCase()] !== undefined)
          expect(isDocumented, `${what} with ${name}`).to.equal(true);
      }
    }
    if (body === undefined || (isSelection && status < 300)) return;
    const [type = ""] = headers["content-type"]?.split(";") ?? [];
    if (response.content?.[type] === undefined) throw new Error(`${what} as ${type} is not documented`);
    const known = documentedErrorOf(response.content[type]);
    if (known !== undefined) {
      validateError(known, body, what);
      return;
    }
    const pointer = ["paths", template, asked, "responses", place, "content", type, "schema"];
    validate(`/${pointer.map(escapePointer).join("/")}`, body, what);
  };
};

interface DocumentedError {
  /** JSON pointer to the schema that all errors share. */
  readonly error: string;
  readonly codes: readonly string[];
}

/**
 * Splits the schema of an error response into the shared schema and the codes. Returns `undefined` for a
 * schema of another form.
 */
const documentedErrorOf = (content: unknown): DocumentedError | undefined => {
  const { schema } = content as { readonly schema?: { readonly allOf?: readonly unknown[] } };
  const [all, own, ...others] = schema?.allOf ?? [];
  const { $ref } = (all ?? {}) as { readonly $ref?: string };
  const { type, properties, ...more } = (own ?? {}) as Record<string, Record<string, unknown>>;
  const { code, ...members } = (properties ?? {}) as Record<string, { readonly enum?: readonly string[] }>;
  const isPlain = [...others, ...Object.keys(more), ...Object.keys(members)].length === 0;
  if (!isPlain || $ref === undefined || !type || code?.enum === undefined) return undefined;
  return { error: $ref.replace(/^#/, ""), codes: code.enum };
};

/** Names of members that identify a record. */
const OF_RECORD = /(?:^|_)(?:id|url|self)$/;

/** Replaces the null ids in the response of a dry run by valid ids. */
const withIds = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => {
      if (value !== null || !OF_RECORD.test(name)) return value;
      return ["id", "term_taxonomy_id", "series_id"].includes(name) ? 1 : "https://calendar.example/1";
    }),
  );

const known = new Map<string, ResponseCheck>();

/** Returns the response check for a document. Equal documents share their compiled schemas. */
export const checkBy = ({ paths, components }: InterfaceDocument): ResponseCheck => {
  const document = { paths, components };
  const key = createHash("sha1").update(JSON.stringify(document)).digest("base64url");
  const check = known.get(key) ?? createCheck(document);
  known.set(key, check);
  return check;
};
