import { type EventFilter, eventFilter } from "@kalends/core/plugin";

interface AudienceValues {
  readonly audience: readonly string[] | undefined;
}

/**
 * Creates the event filter `audience`. Its value is a comma-separated list of audiences. Events without an
 * audience never match.
 */
export const createAudienceFilter = (names: readonly string[]): EventFilter =>
  eventFilter<AudienceValues>({
    pure: true,
    parameters: {
      audience: {
        description: "Only events for one of these audiences, separated by commas.",
        documented: { type: "array", items: { type: "string" } },
        resolve: (raw) => {
          const requested = String(raw)
            .split(",")
            .map((name) => name.trim());
          return requested.every((name) => names.includes(name))
            ? { value: requested }
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
