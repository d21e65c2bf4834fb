import type { DateTexts } from "../dates/date-texts.ts";
import type { Day } from "../dates/day.ts";
import type { ElementOptions } from "../options.ts";
import type { CalendarEvent } from "../source/calendar-event.ts";
import type { Texts } from "../texts/texts.ts";

/** Context that all parts of the element share. */
export interface ViewContext {
  readonly options: ElementOptions;
  readonly texts: Texts;
  readonly dates: DateTexts;
  readonly today: Day;
  /** Called when the visitor selects an event. */
  select(event: CalendarEvent, cause: MouseEvent): void;
}

/** True if the attribute `hide` does not contain `part`, such as `filters` or `images`. */
export const isShown = ({ options }: ViewContext, part: string): boolean => !options.hidden.includes(part);
