import { type Operations, perform, type VenueOperations } from "@kalends/core/interface";
import { VENUE_DOCUMENTS } from "../../document/venue-documents.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import { presentBusy, presentDuplicates } from "../../presenters/venue-presenter.ts";
import type { Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS, listRequest } from "./record-routes.ts";

type Of = (operations: Operations) => Pick<VenueOperations, "busy" | "duplicates">;

/**
 * Creates the routes that only venues have: the times at which a venue is in use, and venues that may be the
 * same. Source: rules/free-busy.md#busy, rules/venues-organizers.md#venue-duplicates.
 */
export const createVenueRoutes = (of: Of, declared: Operations): readonly Route[] => {
  const { busy, duplicates } = of(declared);
  const showBusy: Handle = async (request) => {
    const { busy: operation } = of(request.operations);
    const found = await findNamed(request, operation);
    const times = await perform(operation, await request.values(), request.actor, { found });
    return { status: 200, body: presentBusy(times) };
  };
  const showDuplicates: Handle = async (request) => {
    const { duplicates: operation } = of(request.operations);
    const result = await perform(operation, await request.values(), request.actor);
    const presentation = request.presentation(false);
    const pairs = result.items.map((pair) => presentDuplicates(pair, presentation));
    const parameters = duplicates.parameters;
    const list = { ...listRequest(request, parameters), path: "venues/duplicates" };
    return { status: 200, ...presentList("duplicates", result, pairs, list) };
  };
  return [
    {
      pattern: "/venues/(\\d+)/busy",
      endpoints: [
        {
          methods: ["GET"],
          path: { id: busy.target.id },
          parameters: busy.parameters,
          unlisted: FIELDS,
          document: VENUE_DOCUMENTS.busy,
          handle: showBusy,
          isList: true,
        },
      ],
      allow: async () => ["GET"],
    },
    {
      pattern: "/venues/duplicates",
      endpoints: [
        {
          methods: ["GET"],
          parameters: duplicates.parameters,
          unlisted: FIELDS,
          document: VENUE_DOCUMENTS.duplicates,
          handle: showDuplicates,
          isList: true,
        },
      ],
      allow: async () => ["GET"],
    },
  ];
};
