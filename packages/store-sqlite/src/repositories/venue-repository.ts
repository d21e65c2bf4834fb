import { type VenueRepository, venueSearchFields } from "@kalends/core";
import type { Session } from "../database/transactions.ts";
import { sql } from "../queries/sql.ts";
import { saveLocation } from "../queries/venue-locations.ts";
import { createLinkedRepository } from "./linked-repository.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository(session, {
    kind: "venue",
    table: "venues",
    searchFields: venueSearchFields,
    linkedEvents: "SELECT 1 FROM events e INDEXED BY events_by_venue WHERE e.venue_id = l.id",
    isLinkedTo: (eventId) => sql`l.id = (SELECT venue_id FROM events WHERE id = ${eventId})`,
    saveMore: saveLocation,
  });
