/** The application password for another server, which commands ask: no setting of the calendar. */
export const IMPORT_PASSWORD: string = "KALENDS_IMPORT_PASSWORD";
