import { choicesVariable, fieldName, type PluginTemplate } from "./plugin-template.ts";

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const manifest = ({ name, version }: PluginTemplate): unknown => ({
  name,
  version: "0.1.0",
  description: "A plugin for Kalends",
  type: "module",
  engines: { node: ">=20.19" },
  exports: { ".": { types: "./dist/src/index.d.ts", default: "./dist/src/index.js" } },
  files: ["dist/src"],
  scripts: { build: "tsc", test: "tsc && mocha 'dist/test/*.test.js'" },
  // One copy for the calendar and all its plugins.
  peerDependencies: { "@kalends/core": `^${version}` },
  devDependencies: {
    "@kalends/core": `^${version}`,
    "@types/chai": "^5.2.3",
    "@types/mocha": "^10.0.10",
    "@types/node": "^20.19.43",
    chai: "^6.3.0",
    kalends: `^${version}`,
    mocha: "^12.0.3",
    typescript: "^7.0.2",
  },
});

const COMPILER = {
  compilerOptions: {
    target: "ES2023",
    lib: ["ES2023"],
    module: "NodeNext",
    types: ["node", "mocha"],
    rootDir: ".",
    outDir: "dist",
    declaration: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  },
  include: ["src", "test"],
};

const readme = (template: PluginTemplate): string => `# ${template.name}

A plugin for Kalends.

\`\`\`sh
npm install
npm test
\`\`\`

Switch it on where \`kalends serve\` runs, by the name of the package once it is installed there, or by its path:

\`\`\`sh
KALENDS_PLUGINS=./${template.name}/dist/src/index.js kalends serve
curl "http://127.0.0.1:8080/wp-json/tribe/events/v1/events?${fieldName(template)}=high"
\`\`\`

| Variable | Default | Meaning |
|---|---|---|
| \`${choicesVariable(template)}\` | \`low,medium,high\` | the values that events can have |
`;

export const packageFiles = (template: PluginTemplate): Readonly<Record<string, string>> => ({
  "package.json": toJson(manifest(template)),
  "tsconfig.json": toJson(COMPILER),
  "README.md": readme(template),
  ".gitignore": "node_modules/\ndist/\n",
});
