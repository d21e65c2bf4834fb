import { type VenueRepository, venueSearchFields } from "@kalends/core";
import { createLinkedRepository } from "./linked-repository.ts";
import type { Session } from "./session.ts";
import { toCells } from "./venue-locations.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository(session, {
    kind: "venue",
    collection: "venues",
    member: "venueId",
    searchFields: venueSearchFields,
    deriveMore: ({ coordinates }) => (coordinates === undefined ? {} : { cells: toCells(coordinates) }),
  });
