import { type PluginDeps, type PluginRoute, pluginRoute } from "@kalends/core/plugin";

/**
 * Creates the route `GET /audiences`. It returns the number of events for each audience, counting only events
 * that the caller may see.
 */
export const createAudiencesRoute = (
  names: readonly string[],
  { calendar, postStatuses }: Pick<PluginDeps, "calendar" | "postStatuses">,
): PluginRoute =>
  pluginRoute<Record<never, never>>({
    pure: true,
    method: "GET",
    path: "/audiences",
    description: "The audiences, each with the number of its events.",
    parameters: {},
    schema: {
      type: "object",
      properties: {
        audiences: {
          type: "array",
          description: "In the order of the configuration.",
          items: {
            type: "object",
            properties: {
              name: { type: "string", description: "The audience." },
              count: { type: "integer", description: "How many events there are for it.", minimum: 0 },
            },
            required: ["name", "count"],
            additionalProperties: false,
          },
        },
      },
      required: ["audiences"],
      additionalProperties: false,
    },
    permits: () => true,
    async run(_values, { actor }) {
      const counts = names.map(async (name) => {
        const count = await calendar.unrestricted.events.count({
          visible: postStatuses.visibleTo(actor),
          extensions: [{ plugin: "audience", field: "audience", anyOf: [name] }],
          clock: "local",
        });
        return { name, count };
      });
      return { body: { audiences: await Promise.all(counts) } };
    },
  });
