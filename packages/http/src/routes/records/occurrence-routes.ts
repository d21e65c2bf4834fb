import type { CalendarEvent, Parameters } from "@kalends/core";
import {
  type EventView,
  type OccurrenceOperations,
  type Operations,
  type PathTarget,
  perform,
} from "@kalends/core/interface";
import { OCCURRENCE_DOCUMENTS } from "../../document/occurrence-documents.ts";
import { bySlug } from "../../document/record-documents.ts";
import { presentEvent } from "../../presenters/event-presenter.ts";
import { eventFragment } from "../../presenters/fragments/event-fragment.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import type { Members, Presentation } from "../../presenters/presentation.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { createRecords } from "../../representation/records.ts";
import type { Endpoint, Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS, itemRoute, listRequest } from "./record-routes.ts";
import type { ItemResource } from "./resource.ts";

const RECURRENCE_ID: Parameters = {
  recurrence_id: {
    type: "string",
    required: true,
    description: "path.occurrence.recurrence_id",
    documented: { example: "2031-05-23T20:30:00" },
  },
};

/** True for stored occurrences. Computed occurrences have no id. */
const isStored = ({ event }: EventView): boolean => event.id > 0;

const present = (view: EventView, presentation: Presentation): Members => {
  const members = presentEvent(view, presentation);
  // The cast is safe, because `presentUnstored` converts a JSON object to a JSON object.
  return isStored(view) ? members : (presentUnstored(members) as Members);
};

type Of = (operations: Operations) => OccurrenceOperations;

const listRoute = (of: Of, declared: Operations, named: PathTarget["name"], pattern: string): Route => {
  const { list } = of(declared);
  const handle: Handle = async (request) => {
    const { list: operation } = of(request.operations);
    const found = await findNamed(request, operation, named);
    const result = await perform(operation, await request.values(), request.actor, { found });
    const presentation = request.presentation(false);
    const records = createRecords(
      result.items,
      (view) => present(view, presentation),
      (view) => (isStored(view) ? eventFragment(view, presentation) : undefined),
    );
    const path =
      named === "id"
        ? `events/${request.captured}/occurrences`
        : `events/by-slug/${request.captured}/occurrences`;
    const presented = presentList("events", result, records, {
      ...listRequest(request, list.parameters),
      path,
    });
    return { status: 200, ...presented };
  };
  const { list: document } = OCCURRENCE_DOCUMENTS;
  const endpoint: Endpoint = {
    methods: ["GET"],
    path: { ...(list.target[named] && { [named]: list.target[named] }) },
    parameters: list.parameters,
    unlisted: FIELDS,
    document: named === "slug" ? bySlug(document) : document,
    handle,
    isList: true,
  };
  return { pattern, endpoints: [endpoint], allow: async () => ["GET"] };
};

/**
 * Creates the routes of occurrences. Source: rules/recurrence.md#occurrence-list,
 * rules/recurrence.md#occurrence-made-real.
 */
export const createOccurrenceRoutes = (of: Of, declared: Operations): readonly Route[] => {
  const resource: ItemResource<EventView, CalendarEvent> = {
    of,
    present,
    toFragment: (view, presentation) => (isStored(view) ? eventFragment(view, presentation) : undefined),
    recordOf: ({ event }) => event,
    writes: ["DELETE", "POST", "PUT", "PATCH"],
  };
  const routesOf = (named: PathTarget["name"], series: string): readonly Route[] => {
    const pattern = `${series}/occurrences`;
    return [
      listRoute(of, declared, named, pattern),
      itemRoute(resource, declared, OCCURRENCE_DOCUMENTS, named, `${pattern}/(?<recurrence_id>[^/]+)`, {
        below: RECURRENCE_ID,
      }),
    ];
  };
  return [...routesOf("id", "/events/(\\d+)"), ...routesOf("slug", "/events/by-slug/([^/]+)")];
};
