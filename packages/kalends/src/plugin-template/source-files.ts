import { greetingVariable, type PluginTemplate } from "./plugin-template.ts";

const source = (template: PluginTemplate): string => `import {
  type OptionsSchema,
  type OptionValues,
  type Plugin,
  pluginRoute,
} from "@kalends/core/plugin";

export const optionsSchema: OptionsSchema = {
  greeting: {
    variable: "${greetingVariable(template)}",
    description: "How the plugin greets.",
    type: "string",
    default: "Hello",
  },
};

interface GreetingValues {
  readonly name: string;
}

/** Greets, and tells how many events everybody may see. */
export const plugin = ({ greeting = "Hello" }: OptionValues = {}): Plugin => ({
  name: "${template.name}",
  requires: { core: "^${template.version}" },
  routes: [
    ({ repositories, postStatuses }) =>
      pluginRoute<GreetingValues>({
        method: "GET",
        path: "/${template.name}/greeting",
        description: "A greeting.",
        parameters: { name: { description: "Who is greeted.", type: "string", default: "world" } },
        permits: () => true,
        run: async ({ name }, { actor }) => {
          const { total } = await repositories.events.list({
            visible: postStatuses.visibleTo(actor),
            clock: "local",
            order: "start",
            page: 1,
            perPage: 1,
          });
          return { body: { greeting: \`\${greeting}, \${name}\`, events: total } };
        },
      }),
  ],
});
`;

const test = ({ name }: PluginTemplate): string => `import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { plugin } from "../src/index.ts";

describe("${name}", () => {
  let calendar: Calendar;
  let server: Server;
  let namespace: string;

  before(async () => {
    calendar = await createCalendar({
      storage: "sqlite::memory:",
      plugins: [plugin({ greeting: "Welcome" })],
    });
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    namespace = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1\`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  });

  it("greets whom it is told to greet", async () => {
    const answer = await fetch(\`\${namespace}/${name}/greeting?name=Ann\`);
    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.deep.equal({ greeting: "Welcome, Ann", events: 0 });
  });
});
`;

export const sourceFiles = (template: PluginTemplate): Readonly<Record<string, string>> => ({
  "src/index.ts": source(template),
  [`test/${template.name}.test.ts`]: test(template),
});
