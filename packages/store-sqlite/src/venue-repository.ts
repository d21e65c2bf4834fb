import type { Venue, VenueRepository } from "@kalends/core";
import { venueSearchFields } from "@kalends/core";
import { createLinkedRepository } from "./linked-repository.ts";
import type { Session } from "./session.ts";
import { savePlace } from "./venue-places.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository<Venue>(session, {
    kind: "venue",
    table: "venues",
    searchFields: venueSearchFields,
    linkedEvents: "SELECT 1 FROM events e INDEXED BY events_by_venue WHERE e.venue_id = l.id",
    saveMore: savePlace,
    isLinkedTo: "l.id = (SELECT venue_id FROM events WHERE id = ?)",
  });
