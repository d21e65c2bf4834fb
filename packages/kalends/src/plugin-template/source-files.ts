import { choicesVariable, fieldName, type PluginTemplate } from "./plugin-template.ts";

const source = (template: PluginTemplate): string => {
  const field = fieldName(template);
  return `import {
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
    variable: "${choicesVariable(template)}",
    description: "The values that events can have.",
    type: "list",
    default: DEFAULT,
  },
};

interface FilterValues {
  readonly ${field}: string | undefined;
}

/** A field of events, a filter of lists by it, and a computed member. */
export const plugin = ({ choices }: OptionValues = {}): Plugin => {
  const names = Array.isArray(choices) ? choices : DEFAULT;
  const parameter: Parameter<string> = {
    description: \`One of \${names.join(", ")}.\`,
    documented: { type: "string", enum: names },
    resolve: (raw) =>
      typeof raw === "string" && names.includes(raw)
        ? { value: raw }
        : { problem: { reason: "not-acceptable", text: \`Must be one of: \${names.join(", ")}.\` } },
  };
  return {
    name: "${template.name}",
    requires: { core: "^${template.version}" },
    fields: [
      () => ({
        record: "event",
        name: "${field}",
        parameter,
        schema: { type: ["string", "null"], enum: [...names, null] },
      }),
    ],
    eventFilters: [
      () =>
        eventFilter<FilterValues>({
          parameters: { ${field}: parameter },
          narrow: (query, { ${field}: wanted }) =>
            wanted === undefined
              ? query
              : {
                  ...query,
                  extensions: [
                    ...(query.extensions ?? []),
                    { plugin: "${template.name}", field: "${field}", anyOf: [wanted] },
                  ],
                },
        }),
    ],
    members: [
      () => ({
        record: "event",
        schemas: { ${field}_minutes: { type: "integer", description: "How long the event lasts." } },
        membersOf: (events) =>
          events.map(({ schedule: { utcStart, utcEnd } }) => ({
            ${field}_minutes: (toMilliseconds(utcEnd) - toMilliseconds(utcStart)) / 60_000,
          })),
      }),
    ],
  };
};

const toMilliseconds = (utc: WallClock): number => Date.parse(\`\${utc.replace(" ", "T")}Z\`);
`;
};

const test = (template: PluginTemplate): string => {
  const field = fieldName(template);
  return `import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { plugin } from "../src/index.ts";

interface Answer {
  readonly message?: string;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
}

describe("${template.name}", () => {
  let calendar: Calendar;
  let server: Server;
  let events: string;

  before(async () => {
    calendar = await createCalendar({ storage: "sqlite::memory:", plugins: [plugin()] });
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    events = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1/events\`;
    for (const ${field} of ["low", "high"]) {
      await calendar.services.createEvent(
        { id: 1, roles: ["editor"] },
        { title: \`A \${${field}} one\`, start_date: "2031-05-01 18:00", end_date: "2031-05-01 19:30", ${field} },
      );
    }
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  });

  const list = async (query: string) => {
    const answer = await fetch(\`\${events}?start_date=2031-05-01&end_date=2031-05-31&\${query}\`);
    return { status: answer.status, body: (await answer.json()) as Answer };
  };

  it("finds events by the field and shows how long they last", async () => {
    const { body } = await list("${field}=high");
    expect(body.events).to.have.length(1);
    expect(body.events?.[0]).to.include({ title: "A high one", ${field}: "high", ${field}_minutes: 90 });
  });

  it("refuses values that are no choice", async () => {
    const { status, body } = await list("${field}=purple");
    expect(status).to.equal(400);
    expect(body.message).to.include("${field}");
  });
});
`;
};

export const sourceFiles = (template: PluginTemplate): Readonly<Record<string, string>> => ({
  "src/index.ts": source(template),
  [`test/${template.name}.test.ts`]: test(template),
});
