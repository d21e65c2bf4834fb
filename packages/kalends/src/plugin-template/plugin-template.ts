/** What a new plugin is begun with. */
export interface PluginTemplate {
  /** Of the plugin and of its package: lower-case letters, digits and `-`. */
  readonly name: string;
  /** The version of Kalends that it is written for. */
  readonly version: string;
}

/** The field, list parameter and member that the template has. */
export const fieldName = ({ name }: PluginTemplate): string => name.replaceAll("-", "_");

/** The environment variable of the option that the template has. */
export const choicesVariable = (template: PluginTemplate): string =>
  `KALENDS_${fieldName(template).toUpperCase()}_CHOICES`;
