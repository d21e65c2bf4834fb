import type { Organizer } from "../../model/organizer.ts";
import type { OrganizerView } from "../../model/views.ts";
import type { RecordOperations } from "../../operations.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { createLinkedOperations } from "../linked/linked-operations.ts";
import { createLinkedWriter, type LinkedWriter } from "../linked/linked-writer.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { ORGANIZER, type OrganizerDetails } from "./organizer-kind.ts";

/** Writes organizers, also those that come inside events. */
export type OrganizerWriter = LinkedWriter<Organizer, OrganizerDetails>;

export const createOrganizerWriter = (deps: OperationDeps): OrganizerWriter =>
  createLinkedWriter(ORGANIZER, deps);

export const createOrganizerOperations = (
  deps: OperationDeps,
  intake: ImageIntake,
): RecordOperations<OrganizerView, Organizer> =>
  createLinkedOperations<Organizer, OrganizerDetails, OrganizerView>(
    ORGANIZER,
    {
      plural: "organizers",
      filters: deps.organizerFilters,
      toView: (organizer, image) => (image === undefined ? { organizer } : { organizer, image }),
    },
    deps,
    intake,
  );
