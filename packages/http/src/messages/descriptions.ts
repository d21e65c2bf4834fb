/** Written by `npm run texts`: every sentence that describes the interface. */
export type Description = never;
