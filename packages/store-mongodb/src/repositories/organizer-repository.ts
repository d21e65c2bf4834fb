import { type OrganizerRepository, organizerSearchFields } from "@kalends/core";
import type { Session } from "../transactions/session.ts";
import { createLinkedRepository } from "./linked-repository.ts";

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository(session, {
    kind: "organizer",
    collection: "organizers",
    member: "organizerIds",
    searchFields: organizerSearchFields,
  });
