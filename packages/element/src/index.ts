export { defineCalendar } from "./define-calendar.ts";
export { ELEMENT_NAME } from "./element-name.ts";
