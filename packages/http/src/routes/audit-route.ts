import { type Operations, perform } from "@kalends/core";
import { ref } from "../document/schemas/schema.ts";
import { presentAudit } from "../presenters/audit-presenter.ts";
import { FIELDS } from "./records/record-routes.ts";
import type { Route } from "./route.ts";

/** Source: rules/audit.md#address. */
export const createAuditRoute = (operation: NonNullable<Operations["audit"]>): Route => ({
  pattern: "/audit",
  endpoints: [
    {
      methods: ["GET"],
      parameters: operation.parameters,
      unlisted: FIELDS,
      document: {
        operationId: "listAudit",
        tag: "Audit",
        summary: "List who has written what",
        description:
          "The audit log, the newest first, for administrators: each write of a record with who did it, when, and the former values of what it changed.",
        answers: { 200: { description: "A part of the log.", schema: ref("AuditPage") } },
        errors: ["rest_forbidden"],
      },
      async handle(request) {
        const page = await perform(operation, await request.values(), request.actor);
        return { status: 200, body: presentAudit(page), isFleeting: true };
      },
      isList: true,
      isPure: false,
    },
  ],
  allow: async () => ["GET"],
});
