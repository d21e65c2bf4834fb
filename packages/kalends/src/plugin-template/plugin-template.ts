/** What a new plugin is begun with. */
export interface PluginTemplate {
  /** Of the plugin and of its package: lower-case letters, digits and `-`. */
  readonly name: string;
  /** The version of Kalends that it is written for. */
  readonly version: string;
}

/** The environment variable of the option that the template has. */
export const greetingVariable = ({ name }: PluginTemplate): string =>
  `KALENDS_${name.toUpperCase().replaceAll("-", "_")}_GREETING`;
