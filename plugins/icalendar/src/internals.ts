/** Exports for the tests of this plugin. They are not part of the public API and may change at any time. */
export { createIdentityJob } from "./identity/identity-job.ts";
export { createSlices } from "./identity/slices.ts";
export { fetchCalendar } from "./import/fetch-calendar.ts";
export { digestOfList } from "./import/groups/groups.ts";
export { isNative } from "./import/import-fields.ts";
export { createImportImages, POSTPONED_IMAGE } from "./import/import-images.ts";
export { changedOccurrences } from "./import/occurrences/occurrences.ts";
export { createWriteLease } from "./import/write-lease.ts";
export { createDecodeLine } from "./read/decode-line.ts";
export { type EventReading, eventOf, type SourceEvent } from "./read/event/event-of-component.ts";
export { readProperties } from "./read/properties.ts";
export { type Source, type SourceComponent, splitComponents } from "./read/split-components.ts";
export { createYields, createYieldToEventLoop } from "./read/yield-to-event-loop.ts";
export { zoneOfName } from "./read/zones/zone-names.ts";
export { createZones } from "./read/zones/zones.ts";
