import type { OwnFile } from "@kalends/core/interface";
import type { CalendarRequest } from "../../route/route.ts";

/** Returns the function that recognizes addresses of the calendar's own image files. */
export const ownFileOf =
  ({ addresses: { media } }: CalendarRequest): OwnFile =>
  (address) =>
    address.startsWith(`${media}/`) ? address.slice(media.length + 1) : undefined;
