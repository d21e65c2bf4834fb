import type { Organizer, OrganizerRepository } from "@kalends/core";
import { organizerSearchFields } from "@kalends/core";
import { createLinkedRepository } from "./linked-repository.ts";
import type { Session } from "./session.ts";

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository<Organizer>(session, {
    kind: "organizer",
    table: "organizers",
    searchFields: organizerSearchFields,
    linkedEvents: `SELECT 1 FROM event_organizers o CROSS JOIN events e NOT INDEXED ON e.id = o.event_id
      WHERE o.organizer_id = l.id`,
    isLinkedTo: "l.id IN (SELECT organizer_id FROM event_organizers WHERE event_id = ?)",
  });
