/** Entry of the bundle `kalends-calendar.js`, which web pages load as a classic script or a module. */
import { defineCalendar } from "./define-calendar.ts";

defineCalendar();
