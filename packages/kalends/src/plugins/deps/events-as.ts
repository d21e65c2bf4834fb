import {
  type CollectionOperation,
  type EventsAs,
  type Operations,
  type ParameterValues,
  perform,
} from "@kalends/core";

/** The operations are looked at with the first call: contributions are part of them. */
export const createEventsAs =
  (sources: { readonly operations: Operations }): EventsAs =>
  async (actor, query = {}, { subject, order = "id", expands = false } = {}) => {
    const { feed } = sources.operations.events;
    const parsing: CollectionOperation<ParameterValues, ParameterValues> = {
      method: "read",
      parameters: feed.parametersOf(subject?.kind),
      permits: () => true,
      run: async (values) => values,
    };
    const values = await perform(parsing, { ...query }, actor);
    return (await feed.open(values, { actor, subject, order, expands })).events;
  };
