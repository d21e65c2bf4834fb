import {
  type CalendarEvent,
  type EventView,
  type OccurrenceOperations,
  type Parameters,
  type PathTarget,
  perform,
} from "@kalends/core";
import { OCCURRENCE_DOCUMENTS } from "../../document/occurrence-documents.ts";
import { bySlug } from "../../document/record-documents.ts";
import { eventFragment } from "../../fragments/event-fragment.ts";
import { presentEvent } from "../../presenters/event-presenter.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import type { Members, Presentation } from "../../presenters/presentation.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { createLazyList } from "../../representation/lazy-list.ts";
import type { Endpoint, Handle, Route } from "../route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS, itemRoute, listRequest } from "./record-routes.ts";
import type { ItemResource } from "./resource.ts";

const RECURRENCE_ID: Parameters = {
  recurrence_id: {
    type: "string",
    required: true,
    description:
      "The start that the recurrence set gives the occurrence, on the wall clock of the series; a T may stand for the blank. Of all-day events the date.",
    documented: { example: "2031-05-23T20:30:00" },
  },
};

/** What is not kept has no id of its own. */
const isStored = ({ event }: EventView): boolean => event.id > 0;

const present = (view: EventView, presentation: Presentation): Members => {
  const members = presentEvent(view, presentation);
  // An object stays one.
  return isStored(view) ? members : (presentUnstored(members) as Members);
};

const listRoute = ({ list }: OccurrenceOperations, named: PathTarget["name"], pattern: string): Route => {
  const handle: Handle = async (request) => {
    const found = await findNamed(request, list, named);
    const result = await perform(list, await request.values(), request.actor, { found });
    const presentation = request.presentation(false);
    const records = createLazyList(
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

/** Source: rules/recurrence.md#occurrence-list, rules/recurrence.md#occurrence-made-real. */
export const createOccurrenceRoutes = (operations: OccurrenceOperations): readonly Route[] => {
  const resource: ItemResource<EventView, CalendarEvent> = {
    operations,
    present,
    toFragment: (view, presentation) => (isStored(view) ? eventFragment(view, presentation) : undefined),
    recordOf: ({ event }) => event,
    writes: ["DELETE", "POST", "PUT", "PATCH"],
  };
  const routesOf = (named: PathTarget["name"], series: string): readonly Route[] => {
    const pattern = `${series}/occurrences`;
    return [
      listRoute(operations, named, pattern),
      itemRoute(resource, OCCURRENCE_DOCUMENTS, named, `${pattern}/(?<recurrence_id>[^/]+)`, RECURRENCE_ID),
    ];
  };
  return [...routesOf("id", "/events/(\\d+)"), ...routesOf("slug", "/events/by-slug/([^/]+)")];
};
