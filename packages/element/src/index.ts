export { defineCalendar, type KalendsCalendarElement } from "./define-calendar.ts";
export { ELEMENT_NAME } from "./element-name.ts";
