import type { EventView } from "../../../model/views.ts";
import type { CompleteList, EventFeed } from "../../../operations.ts";
import type { ParameterValues } from "../../../parameter.ts";

/**
 * Creates the complete list of events: single events and occurrences, ordered by id. The occurrences of a
 * series have the place of their series. `toListed` adds the members that events have only in lists.
 * Source: rules/tables.md#table-rows.
 */
export const createCompleteEvents = (
  feed: EventFeed,
  toListed: (view: EventView, values: ParameterValues) => EventView,
): CompleteList<EventView> => ({
  parameters: feed.parametersOf(undefined),
  async open(values, actor) {
    const { events, ignored } = await feed.open(values, {
      ...{ actor, subject: undefined, order: "id", expands: true },
    });
    return {
      records: {
        async *[Symbol.asyncIterator]() {
          for await (const { view } of events) yield toListed(view, values);
        },
      },
      key: events.key,
      ignored,
    };
  },
});
