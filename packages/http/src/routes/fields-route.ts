import { type Operations, perform } from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import { presentFields } from "../presenters/fields-presenter.ts";
import type { Route } from "../route/route.ts";
import { FIELDS } from "./records/record-routes.ts";

/** Creates the route that describes the fields of records. Source: rules/fields.md#fields. */
export const createFieldsRoute = (declared: Operations["fields"]): Route => ({
  pattern: "/fields",
  endpoints: [
    {
      methods: ["GET"],
      parameters: declared.parameters,
      unlisted: FIELDS,
      document: {
        operationId: "getFields",
        tag: "Interface",
        summary: "operation.getFields.summary",
        description: "operation.getFields.description",
        answers: { 200: { description: "answer.fields", schema: ref("FieldsOfRecord") } },
        errors: ["rest_forbidden"],
      },
      async handle(request) {
        const { operations, actor } = request;
        const fields = await perform(operations.fields, await request.values(), actor);
        const { language, catalogue } = request.texts();
        const { money } = request.presentation(false);
        return {
          status: 200,
          body: presentFields(fields, catalogue, money),
          language,
          isUncacheable: true,
        };
      },
      isPure: false,
    },
  ],
  allow: async ({ operations, actor }) => (operations.fields.permits(actor) ? ["GET"] : []),
});
