export { defineCalendar, ELEMENT_NAME, type KalendsCalendarElement } from "./define-calendar.ts";
