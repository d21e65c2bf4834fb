/** Entry of `kalends-calendar.js`, loaded as a classic script or a module. */
import { defineCalendar } from "./define-calendar.ts";

defineCalendar();
