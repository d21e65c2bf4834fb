import { type VenueRepository, venueSearchFields } from "@kalends/core";
import { createLinkedRepository } from "./linked-repository.ts";
import { sql } from "./sql.ts";
import type { Session } from "./transactions.ts";
import { saveLocation } from "./venue-locations.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository(session, {
    kind: "venue",
    table: "venues",
    searchFields: venueSearchFields,
    linkedEvents: "SELECT 1 FROM events e INDEXED BY events_by_venue WHERE e.venue_id = l.id",
    isLinkedTo: (eventId) => sql`l.id = (SELECT venue_id FROM events WHERE id = ${eventId})`,
    saveMore: saveLocation,
  });
