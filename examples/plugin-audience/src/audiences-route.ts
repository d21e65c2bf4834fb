import { type PluginDeps, type PluginRoute, pluginRoute } from "@kalends/core/plugin";

/** `GET /audiences`: how many events there are for each audience, as far as the caller may list them. */
export const createAudiencesRoute = (
  names: readonly string[],
  { repositories, postStatuses }: Pick<PluginDeps, "repositories" | "postStatuses">,
): PluginRoute =>
  pluginRoute<Record<never, never>>({
    method: "GET",
    path: "/audiences",
    description: "The audiences, each with the number of its events.",
    parameters: {},
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
