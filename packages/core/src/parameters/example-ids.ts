/** The ids that examples of the documentation show; whoever tries the examples gives such ids to records first. */
export const EXAMPLE_IDS = { venue: 12, organizer: 13, event: 14, category: 21, tag: 22 } as const;
