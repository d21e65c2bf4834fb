import type { PluginCommand } from "@kalends/core/plugin";
import { DECISIONS, type Decision } from "../review/decisions.ts";
import { eraseSender, listSenders, SENDERS, type Sender } from "./senders.ts";

const USAGE = "list, or erase MAIL";

/** Command that lists or erases the personal data of people who proposed events. */
export const submissionCommand: PluginCommand = {
  name: "submissions",
  description: "List and erase the senders of event proposals.",
  arguments: [
    { name: "action", description: `${USAGE}.` },
    { name: "mail", description: "Email address of the sender to erase.", optional: true },
  ],
  async run({ arguments: { action, mail }, print }, { collection }) {
    const senders = collection<Sender>(SENDERS.name);
    if (action === "list" && mail === undefined)
      return listSenders(senders, (sender) =>
        print([sender.event, new Date(sender.received).toISOString(), sender.mail, sender.name].join("\t")),
      );
    if (action !== "erase" || mail === undefined)
      throw new Error(`Unknown action or missing argument. Use: ${USAGE}.`);
    print(`Erased senders: ${await eraseSender(senders, collection<Decision>(DECISIONS.name), mail)}`);
  },
};
