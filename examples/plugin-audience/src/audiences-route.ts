import { type PluginDeps, type PluginRoute, pluginRoute } from "@kalends/core/plugin";

/** `GET /audiences`: how many events there are for each audience, as far as the caller may list them. */
export const createAudiencesRoute = (
  names: readonly string[],
  { repositories, postStatuses }: Pick<PluginDeps, "repositories" | "postStatuses">,
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
        const { total } = await repositories.events.list({
          visible: postStatuses.visibleTo(actor),
          extensions: [{ plugin: "audience", field: "audience", anyOf: [name] }],
          clock: "local",
          order: "start",
          page: 1,
          perPage: 1,
        });
        return { name, count: total };
      });
      return { body: { audiences: await Promise.all(counts) } };
    },
  });
