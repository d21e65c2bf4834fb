import type { DateTexts } from "../dates/date-texts.ts";
import type { Day } from "../dates/day.ts";
import type { ElementOptions } from "../options.ts";
import type { CalendarEvent } from "../source/calendar-event.ts";
import type { Texts } from "../texts/texts.ts";

/** What every part of the element looks at. */
export interface ViewContext {
  readonly options: ElementOptions;
  readonly texts: Texts;
  readonly dates: DateTexts;
  readonly today: Day;
  /** Somebody chose an event. */
  select(event: CalendarEvent, cause: MouseEvent): void;
}

/** Whether the attribute `hide` leaves the part in. */
export const isShown = ({ options }: ViewContext, part: string): boolean => !options.hidden.includes(part);
