import { type Operations, perform } from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import { presentStatus } from "../presenters/status-presenter.ts";
import type { Route } from "../route/route.ts";

/** Creates the route of the state of the installation. Source: rules/status.md#status-address. */
export const createStatusRoute = (declared: NonNullable<Operations["status"]>): Route => ({
  pattern: "/status",
  endpoints: [
    {
      methods: ["GET"],
      parameters: declared.parameters,
      document: {
        operationId: "getStatus",
        tag: "Status",
        summary: "operation.getStatus.summary",
        description: "operation.getStatus.description",
        answers: { 200: { description: "answer.status", schema: ref("Status") } },
        errors: ["rest_forbidden"],
      },
      async handle(request) {
        // A batch runs operations inside a transaction, which have no status.
        const { status = declared } = request.operations;
        const state = await perform(status, await request.values(), request.actor);
        const { language } = request.presentation(false);
        return { status: 200, body: presentStatus(state, language), isUncacheable: true };
      },
      isPure: false,
    },
  ],
  allow: async () => ["GET"],
});
