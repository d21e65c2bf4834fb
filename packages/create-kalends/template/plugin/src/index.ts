import {
  eventFilter,
  type OptionsSchema,
  type OptionValues,
  type Parameter,
  type Plugin,
  type WallClock,
} from "@kalends/core/plugin";

const DEFAULT = ["low", "medium", "high"];

export const optionsSchema: OptionsSchema = {
  choices: {
    variable: "KALENDS_MY_PLUGIN_CHOICES",
    description: "The values that events can have.",
    type: "list",
    default: DEFAULT,
  },
};

interface FilterValues {
  readonly my_plugin: string | undefined;
}

/** Returns a plugin with an event field, a list filter for it, and a computed member. */
export const plugin = ({ choices }: OptionValues = {}): Plugin => {
  const names = Array.isArray(choices) ? choices : DEFAULT;
  const parameter: Parameter<string> = {
    description: `One of ${names.join(", ")}.`,
    documented: { type: "string", enum: names },
    resolve: (raw) =>
      typeof raw === "string" && names.includes(raw)
        ? { value: raw }
        : { problem: { reason: "not-acceptable", text: `Must be one of: ${names.join(", ")}.` } },
  };
  return {
    name: "my-plugin",
    requires: { core: "^0.0.0" },
    setup: () => ({
      fields: [
        {
          record: "event",
          name: "my_plugin",
          form: { label: "Level" },
          parameter,
          schema: { type: ["string", "null"], enum: [...names, null] },
        },
      ],
      eventFilters: [
        eventFilter<FilterValues>({
          pure: true,
          parameters: { my_plugin: parameter },
          narrow: (query, { my_plugin: wanted }) =>
            wanted === undefined
              ? query
              : {
                  ...query,
                  extensions: [
                    ...(query.extensions ?? []),
                    { plugin: "my-plugin", field: "my_plugin", anyOf: [wanted] },
                  ],
                },
        }),
      ],
      members: [
        {
          pure: true,
          record: "event",
          schemas: { my_plugin_minutes: { type: "integer", description: "How long the event lasts." } },
          membersOf: (events) =>
            events.map(({ schedule: { utcStart, utcEnd } }) => ({
              my_plugin_minutes: (toMilliseconds(utcEnd) - toMilliseconds(utcStart)) / 60_000,
            })),
        },
      ],
    }),
  };
};

const toMilliseconds = (utc: WallClock): number => Date.parse(`${utc.replace(" ", "T")}Z`);
