import { type PreferenceOperations, type Preferences, perform } from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import { presentPreferences } from "../presenters/preferences-presenter.ts";
import type { EndpointDocument } from "../route/endpoint-document.ts";
import type { EndpointResponse, Route } from "../route/route.ts";

const documentOf = (name: string): EndpointDocument => ({
  operationId: name,
  tag: "Signing in",
  summary: `operation.${name}.summary`,
  description: `operation.${name}.description`,
  answers: { 200: { description: "answer.preferences", schema: ref("Preferences") } },
  errors: ["rest_forbidden"],
});

const toResponse = (preferences: Preferences): EndpointResponse => ({
  status: 200,
  body: presentPreferences(preferences),
  isUncacheable: true,
});

/** Creates the route of the preferences of the caller. Source: rules/sign-in.md#preferences. */
export const createPreferencesRoute = (declared: PreferenceOperations): Route => ({
  pattern: "/me/preferences",
  endpoints: [
    {
      methods: ["GET"],
      parameters: declared.read.parameters,
      document: documentOf("getPreferences"),
      async handle({ operations: { preferences = declared }, actor }) {
        return toResponse(await perform(preferences.read, {}, actor));
      },
      isApart: true,
      isPure: false,
    },
    {
      methods: ["PATCH"],
      parameters: declared.change.parameters,
      document: documentOf("updatePreferences"),
      async handle(request) {
        const { preferences = declared } = request.operations;
        return toResponse(await perform(preferences.change, await request.values(), request.actor));
      },
      isApart: true,
      isPure: false,
    },
  ],
  allow: async ({ actor }) => (actor.id === undefined ? [] : ["GET", "PATCH"]),
});
