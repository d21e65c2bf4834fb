import type { Organizer } from "../../model/organizer.ts";
import type { OrganizerView } from "../../model/views.ts";
import type { Parameters } from "../../parameter.ts";
import { textOrEmpty, urlOrEmpty } from "../../parameters/scalars.ts";
import type { LinkedKind, SharedParameters } from "../linked/linked-kind.ts";

/** What a request says of an organizer's own fields, cleaned; what was not sent is absent. */
export type OrganizerDetails = Partial<Pick<Organizer, "phone" | "website" | "email">>;

/** The fields of a new organizer. Source: rules/venues-organizers.md#organizer-fields. */
const organizerParameters = ({ name, image, ...shared }: SharedParameters): Parameters => ({
  author: shared.author,
  date: shared.date,
  date_utc: shared.date_utc,
  organizer: name,
  description: shared.description,
  status: shared.status,
  phone: textOrEmpty("The phone number.", { example: "+39 010 555 0142" }),
  website: urlOrEmpty(
    "The absolute address of the organizer's website. Empty: none.",
    "https://bluenote.example/",
  ),
  email: textOrEmpty("The e-mail address.", { example: "hello@bluenote.example" }),
  image,
});

export const ORGANIZER: LinkedKind<Organizer, OrganizerDetails, OrganizerView> = {
  name: "organizer",
  plural: "organizers",
  unknown: "unknown-organizer",
  codes: {
    notAccessible: "organizer-not-accessible",
    inTrash: "organizer-is-in-trash",
    notCreated: "could-not-create-organizer",
    pageNotFound: "organizer-archive-page-not-found",
  },
  repositoryOf: ({ organizers }) => organizers,
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
