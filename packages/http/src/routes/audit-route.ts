import { type Operations, perform } from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import { presentAudit } from "../presenters/audit-presenter.ts";
import type { Route } from "../route/route.ts";
import { FIELDS } from "./records/record-routes.ts";

type AuditOperation = NonNullable<Operations["audit"]>;

/** Creates the route of the audit log. Source: rules/audit.md#address. */
export const createAuditRoute = (
  of: (operations: Operations) => AuditOperation,
  declared: Operations,
): Route => ({
  pattern: "/audit",
  endpoints: [
    {
      methods: ["GET"],
      parameters: of(declared).parameters,
      unlisted: FIELDS,
      document: {
        operationId: "listAudit",
        tag: "Audit",
        summary: "operation.listAudit.summary",
        description: "operation.listAudit.description",
        answers: { 200: { description: "answer.audit", schema: ref("AuditPage") } },
        errors: ["rest_forbidden"],
      },
      async handle(request) {
        const page = await perform(of(request.operations), await request.values(), request.actor);
        return { status: 200, body: presentAudit(page), isUncacheable: true };
      },
      isList: true,
      isPure: false,
    },
  ],
  allow: async () => ["GET"],
});
