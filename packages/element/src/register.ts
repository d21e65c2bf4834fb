/** What `kalends-calendar.js` does when it is loaded, as a classic script or as a module. */
import { defineCalendar } from "./define-calendar.ts";

defineCalendar();
