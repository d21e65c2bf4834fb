import type { Written } from "../../adjustment.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { EventView } from "../../model/views.ts";
import type { CollectionOperation, ItemOperation } from "../../operation.ts";
import type { RecordOperations } from "../../operations.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { createCreateEvent } from "./create-event.ts";
import { createDeleteEvent } from "./delete-event.ts";
import { createGetEvent } from "./get-event.ts";
import { createLinking } from "./linked-fields.ts";
import { createListEvents } from "./list-events.ts";
import { createUpdateEvent } from "./update-event.ts";

/** Everything that can be done with events. Source: 10-events. */
export const createEventOperations = (
  deps: OperationDeps,
  intake: ImageIntake,
): RecordOperations<EventView, CalendarEvent> => {
  const linking = createLinking(deps);
  // Outside, values are opaque: the declarations of each operation are what gives them their types.
  return {
    list: createListEvents(deps),
    create: createCreateEvent(deps, linking, intake) as unknown as CollectionOperation<
      ParameterValues,
      Written<EventView>
    >,
    get: createGetEvent(deps),
    update: createUpdateEvent(deps, linking, intake) as unknown as ItemOperation<
      ParameterValues,
      Written<EventView>,
      CalendarEvent
    >,
    delete: createDeleteEvent(deps),
  };
};
