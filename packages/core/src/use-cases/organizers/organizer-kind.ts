import type { Organizer } from "../../model/organizer.ts";
import type { OrganizerView } from "../../model/views.ts";
import type { Parameters } from "../../parameter.ts";
import { textOrEmpty, urlOrEmpty } from "../../parameters/scalars.ts";
import type { LinkedKind, SharedParameters } from "../linked/linked-kind.ts";

/** Details of an organizer in a request, in their stored form; absent if not sent. */
export type OrganizerDetails = Partial<Pick<Organizer, "phone" | "website" | "email">>;

/** Returns the parameters for a new organizer. Source: rules/venues-organizers.md#organizer-fields. */
const organizerParameters = ({ name, image, ...shared }: SharedParameters): Parameters => ({
  author: shared.author,
  date: shared.date,
  date_utc: shared.date_utc,
  organizer: name,
  description: shared.description,
  status: shared.status,
  phone: textOrEmpty("linked.phone", { example: "+39 010 555 0142" }),
  website: urlOrEmpty("parameter.organizer.website", "https://bluenote.example/"),
  email: textOrEmpty("organizer.email", { example: "hello@bluenote.example" }),
  image,
  external_ids: shared.external_ids,
});

export const ORGANIZER: LinkedKind<Organizer, OrganizerDetails, OrganizerView> = {
  name: "organizer",
  repositoryOf: ({ organizers }) => organizers,
  amended: (unit, record, before, note) => unit.amended({ kind: "organizer", record, before }, note),
  membersOf: (extensions, records, actor) => extensions.membersOf("organizer", records, actor),
  parameters: organizerParameters,
  members: { phone: "phone", website: "website", email: "email" },
  problemAmong: () => undefined,
  toDetails: ({ phone, website, email }, texts) => ({
    ...(typeof phone === "string" && { phone: texts.detail(phone) }),
    ...(typeof website === "string" && { website: texts.website(website) }),
    ...(typeof email === "string" && { email: texts.detail(email) }),
  }),
  blank: (post, name) => ({ ...post, name, phone: "", website: "", email: "" }),
  withDetails: (organizer, details) => ({ ...organizer, ...details }),
  toView: (organizer) => ({ organizer }),
  recordOf: ({ organizer }) => organizer,
  unlink: (events, id) => events.unlinkOrganizer(id),
};
