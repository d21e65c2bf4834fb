import {
  can,
  type JsonObject,
  type JsonSchema,
  type PluginDeps,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import { isDead } from "./link-check.ts";
import { english } from "./texts.ts";

/** Maximum number of events on a page, and of events that one request reads. */
const [PAGE, MAX_READ] = [100, 2_000];

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    is_on: { type: "boolean", description: english("links.is_on") },
    events: {
      type: "array",
      description: english("links.events"),
      items: {
        type: "object",
        properties: {
          id: { type: "integer" },
          title: { type: "string" },
          status: { type: "string" },
          website: { type: "string" },
        },
        required: ["id", "title", "status", "website"],
      },
    },
    next_cursor: { type: ["integer", "null"], description: english("links.next_cursor") },
  },
  required: ["is_on", "events", "next_cursor"],
};

interface DeadLinksValues {
  readonly cursor: number | undefined;
}

/**
 * Creates the route that lists the events whose website was gone at the last check, in the order of their
 * ids. A page has at most 100 events. One request reads at most 2,000 events, so a page can have fewer, or
 * none, although more follow.
 */
export const createDeadLinksRoute = (
  isOn: boolean,
  { calendar, postStatuses }: Pick<PluginDeps, "calendar" | "postStatuses">,
): PluginRoute =>
  pluginRoute<DeadLinksValues>({
    method: "GET",
    path: "/dead-links",
    description: english("links.list"),
    parameters: {
      cursor: { description: english("links.cursor"), type: "integer", documented: { minimum: 0 } },
    },
    schema: SCHEMA,
    permits: (actor) => can(actor, "edit_others"),
    async run({ cursor = 0 }, { actor }) {
      const events: JsonObject[] = [];
      let read = 0;
      for await (const event of calendar.unrestricted.events.stream({ after: cursor })) {
        read += 1;
        const { id, title, status, website = "" } = event;
        if (isDead(event) && status !== "trash" && postStatuses.canRead(event, actor))
          events.push({ id, title, status, website });
        if (events.length === PAGE || read === MAX_READ)
          return { body: { is_on: isOn, events, next_cursor: id } };
      }
      return { body: { is_on: isOn, events, next_cursor: null } };
    },
  });
