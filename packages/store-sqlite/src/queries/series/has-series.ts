import type { Connection } from "../../database/connection.ts";

/** From this layout on there are series. */
const SERIES_LAYOUT = 13;

/** Older layouts are only read. */
export const hasSeries = (connection: Connection): boolean => connection.layout() >= SERIES_LAYOUT;
