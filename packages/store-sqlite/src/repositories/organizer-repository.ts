import { type OrganizerRepository, organizerSearchFields } from "@kalends/core";
import type { Session } from "../database/transactions.ts";
import { sql } from "../queries/sql.ts";
import { createLinkedRepository } from "./linked-repository.ts";

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository(session, {
    kind: "organizer",
    table: "organizers",
    searchFields: organizerSearchFields,
    linkedEvents: `SELECT 1 FROM event_organizers o CROSS JOIN events e NOT INDEXED ON e.id = o.event_id
      WHERE o.organizer_id = l.id`,
    isLinkedTo: (eventId) =>
      sql`l.id IN (SELECT organizer_id FROM event_organizers WHERE event_id = ${eventId})`,
  });
