import type { LinkPurpose } from "../../model/sign-in-record.ts";
import type { MailTemplate } from "../../plugins/mail-template.ts";
import type { Owned } from "../../plugins/record-extensions.ts";
import { BUILT_IN_MAILS } from "./built-in-mails.ts";

/** Mail template of the calendar itself. */
export interface BuiltInMail extends MailTemplate {
  /**
   * Purpose of the one-time link that the mail contains. The mail's value `account` is then the id of the
   * account.
   */
  readonly purpose?: LinkPurpose;
}

/** Returns the template with this name; `undefined` if there is none. */
export type FindMailTemplate = (name: string) => BuiltInMail | undefined;

/** Creates the function that finds templates by name. A template of a plugin has the name `PLUGIN/NAME`. */
export const createMailTemplates = (ofPlugins: readonly Owned<MailTemplate>[]): FindMailTemplate => {
  const all = new Map<string, BuiltInMail>([
    ...BUILT_IN_MAILS.map((template) => [template.name, template] as const),
    ...ofPlugins.map(({ plugin, value }) => [`${plugin}/${value.name}`, value] as const),
  ]);
  return (name) => all.get(name);
};
