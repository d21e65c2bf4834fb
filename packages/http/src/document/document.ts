import type { JsonSchema } from "@kalends/core/interface";
import { HEADERS } from "../route/endpoint-document.ts";
import type { Route } from "../route/route.ts";
import { DESCRIPTION, TITLE } from "./info.ts";
import type { OpenApiDocument } from "./open-api.ts";
import { toBodies } from "./parameters.ts";
import { toPaths } from "./paths.ts";
import type { SchemaName } from "./schemas/schema.ts";
import { SCHEMAS } from "./schemas/schemas.ts";

/** Members that plugins add to records, by the name of the schema. */
export type ExtraMembers = Readonly<Partial<Record<SchemaName, Readonly<Record<string, JsonSchema>>>>>;

interface DocumentDeps {
  /** Routes to document, in the order of the document. */
  readonly routes: readonly Route[];
  readonly extraMembers?: ExtraMembers;
}

/** Schemas that are documented only if a route of this calendar returns them. */
const WITH_ROUTE: ReadonlySet<string> = new Set<SchemaName>([
  "AuditPage",
  "Status",
  "Changes",
  "Session",
  "SessionList",
  "EndedSessions",
  "Passkey",
  "PasskeyList",
  "PasskeyCeremony",
  "PasswordList",
  "TokenList",
  "IssuedCredential",
  "RemovedItem",
  "Account",
  "Invitation",
  "AccountLink",
  "RoleList",
  "Nothing",
  "AccountList",
]);

const SECURITY_SCHEMES = {
  basic: { type: "http", scheme: "basic", description: "security.basic" },
  bearer: { type: "http", scheme: "bearer", description: "security.bearer" },
} as const;

/** Creates the OpenAPI document without the URL of the server, which depends on the request. */
export const createDocument = ({ routes, extraMembers = {} }: DocumentDeps): OpenApiDocument => {
  const bodies = toBodies(routes);
  const paths = toPaths(routes, bodies);
  const tags = [...new Set(routes.flatMap(({ endpoints }) => endpoints.map(({ document }) => document.tag)))];
  const extras = new Map(Object.entries(extraMembers));
  const answered = routes.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ document }) => Object.values(document.answers).map(({ schema }) => schema?.$ref)),
  );
  const isThere = (name: string): boolean =>
    !WITH_ROUTE.has(name) || answered.includes(`#/components/schemas/${name}`);
  const schemas = Object.entries(SCHEMAS).filter(([name]) => isThere(name));
  const answers = schemas.map(([name, schema]) => {
    const extra = extras.get(name);
    return [name, extra ? { ...schema, properties: { ...schema.properties, ...extra } } : schema] as const;
  });
  const requests = [...bodies.values()].map(({ name, schema }) => [name, schema] as const);
  return {
    openapi: "3.1.0",
    info: { version: "1.0.0", title: TITLE, description: DESCRIPTION },
    servers: [],
    tags: tags.map((name) => ({ name })),
    security: [{}, { basic: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...answers, ...requests]),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
};
