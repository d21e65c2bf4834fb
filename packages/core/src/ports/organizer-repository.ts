import type { Organizer } from "../model/organizer.ts";
import type { LinkedQuery, Visibility } from "../model/queries.ts";
import type { PostRepository } from "./post-repository.ts";

/** Where organizers are kept. */
export interface OrganizerRepository extends PostRepository<Organizer, LinkedQuery> {
  /** As `VenueRepository.findDuplicate`. */
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<Organizer | undefined>;
}
