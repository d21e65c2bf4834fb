import { type EventFilter, eventFilter } from "@kalends/core/plugin";

interface AudienceValues {
  readonly audience: readonly string[] | undefined;
}

/** `audience`: events for one of these, a comma list. Events that say nothing are for nobody in particular. */
export const createAudienceFilter = (names: readonly string[]): EventFilter =>
  eventFilter<AudienceValues>({
    pure: true,
    parameters: {
      audience: {
        description: "Only events for one of these audiences, separated by commas.",
        documented: { type: "array", items: { type: "string" } },
        resolve: (raw) => {
          const asked = String(raw)
            .split(",")
            .map((name) => name.trim());
          return asked.every((name) => names.includes(name))
            ? { value: asked }
            : { problem: { reason: "not-acceptable", text: `Must be some of: ${names.join(", ")}.` } };
        },
      },
    },
    narrow: (query, { audience }) =>
      audience === undefined
        ? query
        : {
            ...query,
            extensions: [
              ...(query.extensions ?? []),
              { plugin: "audience", field: "audience", anyOf: audience },
            ],
          },
  });
