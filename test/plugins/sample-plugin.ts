import { CalendarError, type JsonObject } from "@kalends/core";
import { can, type OptionValues, type Plugin, type PluginModule } from "@kalends/core/interface";
import {
  eventFilter,
  type OptionsSchema,
  organizerFilter,
  pluginRoute,
  venueFilter,
} from "@kalends/core/plugin";
import { openSqliteStore } from "@kalends/store-sqlite";

const COLOURS = ["red", "green", "blue"];

export const optionsSchema: OptionsSchema = {
  greeting: {
    variable: "KALENDS_SAMPLE_GREETING",
    description: "What the route says.",
    type: "string",
    default: "hello",
  },
  level: {
    variable: "KALENDS_SAMPLE_LEVEL",
    description: "A number.",
    type: "integer",
    minimum: 1,
    maximum: 9,
  },
  shades: {
    variable: "KALENDS_SAMPLE_SHADES",
    description: "Some texts.",
    type: "list",
    check: (value) => (Array.isArray(value) && value.length > 2 ? "must be two shades at most" : undefined),
  },
};

/**
 * Plugin with a contribution of each kind: colours of events, seats of venues and form fields of organizers.
 */
export const plugin = ({ greeting = "hello" }: OptionValues = {}): Plugin => ({
  name: "sample",
  requires: { core: ">=0.1.0" },
  setup: ({ calendar, postStatuses, amend }) => ({
    writeHooks: [
      {
        beforeSave: ({ kind, record }) =>
          kind === "event" && record.title === "Beige"
            ? { problem: { parameter: "title", text: "There is no such colour." } }
            : record,
      },
    ],
    policies: [
      {
        pure: true,
        permits: (action, record) =>
          action !== "delete" || !("name" in record) || record.name !== "Main hall",
      },
    ],
    fields: [
      {
        record: "event",
        name: "colour",
        schema: { type: ["string", "null"], enum: [...COLOURS, null] },
        parameter: {
          description: "The colour of the event.",
          documented: { type: "string", enum: COLOURS },
          resolve: (raw) =>
            typeof raw === "string" && COLOURS.includes(raw)
              ? { value: raw }
              : { problem: { reason: "not-acceptable", text: "There is no such colour." } },
        },
      },
      {
        record: "event",
        name: "note",
        hidden: true,
        parameter: { description: "Not shown.", type: "string" },
      },
      { record: "venue", name: "seats", parameter: { description: "Seats.", type: "integer" } },
      { record: "organizer", name: "form", parameter: { description: "Legal form.", type: "string" } },
    ],
    eventFilters: [
      eventFilter<{ readonly colour: string | undefined }>({
        parameters: { colour: { description: "Only events of this colour.", type: "string" } },
        pure: false,
        narrow: (query, { colour }) =>
          colour === undefined
            ? query
            : {
                ...query,
                extensions: [
                  ...(query.extensions ?? []),
                  { plugin: "sample", field: "colour", anyOf: [colour] },
                ],
              },
        decorates: { event: { asked_colour: { type: "string" } } },
        decorate: (_event, venue, { colour }) => ({
          ...(colour !== undefined && { event: { asked_colour: colour, id: "hidden", unannounced: true } }),
          ...(venue && { venue: { unannounced: true } }),
        }),
      }),
    ],
    venueFilters: [
      venueFilter<{ readonly seats: number | undefined }>({
        parameters: { seats: { description: "Only venues with so many seats.", type: "integer" } },
        pure: false,
        narrow: (query, { seats }) =>
          seats === undefined
            ? query
            : { ...query, extensions: [{ plugin: "sample", field: "seats", anyOf: [seats] }] },
        decorates: { asked_seats: { type: "integer" } },
        decorate: (_venue, { seats }) => (seats === undefined ? {} : { asked_seats: seats }),
      }),
    ],
    organizerFilters: [
      organizerFilter<{ readonly form: string | undefined }>({
        parameters: { form: { description: "Only organizers of this legal form.", type: "string" } },
        pure: false,
        narrow: (query, { form }) =>
          form === undefined
            ? query
            : { ...query, extensions: [{ plugin: "sample", field: "form", anyOf: [form] }] },
      }),
    ],
    members: [
      {
        record: "event",
        schemas: { letters: { type: "integer" }, seen_by: { type: ["integer", "null"] } },
        pure: false,
        membersOf: (events, actor): readonly JsonObject[] => {
          if (events.some(({ title }) => title === "Breaks members")) throw new Error("broken members");
          // Plugins in JavaScript can return a value that JSON cannot represent.
          if (events.some(({ title }) => title === "No JSON"))
            return events.map(() => ({ letters: 1n as never }));
          return events.map(({ title }) => ({
            letters: title.length,
            seen_by: actor.id ?? null,
            id: "hidden",
          }));
        },
      },
    ],
    routes: [
      pluginRoute<{ readonly prefix: string }>({
        method: "GET",
        path: "/colours",
        description: "How many events of the list have each colour.",
        parameters: { prefix: { description: "Begins each name.", type: "string", default: "" } },
        schema: {
          type: "object",
          properties: {
            greeting: { type: "string" },
            counts: { type: "object", additionalProperties: { type: "integer" } },
          },
          required: ["greeting", "counts"],
          additionalProperties: false,
        },
        permits: () => true,
        run: async ({ prefix }, { actor }) => {
          const entries = COLOURS.map(async (colour) => {
            const count = await calendar.unrestricted.events.count({
              visible: postStatuses.visibleTo(actor),
              clock: "local",
              extensions: [{ plugin: "sample", field: "colour", anyOf: [colour] }],
            });
            return [prefix + colour, count] as const;
          });
          return {
            body: { greeting, counts: Object.fromEntries(await Promise.all(entries)) },
            headers: { "X-Prefix": prefix },
          };
        },
      }),
      pluginRoute<{ readonly colour: string }>({
        method: "PUT",
        path: "/colours/{id}",
        description: "Paints an event.",
        parameters: { colour: { description: "The colour.", type: "string", required: true } },
        permits: (actor) => can(actor, "edit_others"),
        run: async ({ colour }, { id = 0 }) => {
          const isPainted = await amend("event", id, (_event, data) => ({ data: { ...data, colour } }));
          if (!isPainted) throw new CalendarError("rest-event-not-found");
          return { status: 202, body: { id, colour }, headers: { "X-Painted": "yes" } };
        },
      }),
    ],
    jobs: [
      {
        name: "seat-venues",
        everySeconds: 60,
        run: async () => {
          for await (const { id } of calendar.unrestricted.venues.stream()) {
            await amend("venue", id, (venue, data) =>
              data.seats === undefined && venue.coordinates === undefined
                ? { data: { ...data, seats: 1 }, coordinates: { lat: 1, lng: 2 } }
                : undefined,
            );
          }
        },
      },
    ],
  }),
  commands: [
    {
      name: "paint",
      description: "Paint an event.",
      arguments: [
        { name: "id", description: "The event." },
        { name: "colour", description: "The colour.", optional: true },
      ],
      options: [
        { name: "dry-run", description: "Only tell." },
        { name: "by", description: "Who paints.", value: "name", default: "nobody" },
      ],
      run: async ({ arguments: { id, colour = "red" }, options, print, warn }, { amend }) => {
        if (options["dry-run"] === true) return warn(`${id} would become ${colour} by ${options.by}`);
        const isPainted = await amend("event", Number(id), (_event, data) => ({ data: { ...data, colour } }));
        if (!isPainted) throw new Error(`There is no event ${id}`);
        print(`${id} is ${colour} by ${options.by}`);
      },
    },
  ],
  storageSchemes: [{ scheme: "sample", open: () => openSqliteStore(":memory:") }],
});

// The type makes the compiler check that this module fulfils the plugin contract.
export const MODULE: PluginModule = { plugin, optionsSchema };
