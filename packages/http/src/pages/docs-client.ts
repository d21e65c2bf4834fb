/**
 * Script that starts Swagger UI with the OpenAPI document that the web page names. The URL of the web page
 * cannot select another document. The script adapts that document for Swagger UI:
 *
 * - Examples of filters become part of the description, because Swagger UI would send them all.
 * - Bodies are prefilled with required members only and with dates of next week, so that sending them
 *   unchanged is harmless.
 * - List entries with several types get one combined type name, because Swagger UI shows only one type.
 */
export const START = `"use strict";
const place = document.getElementById("docs");
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const withPlainParameters = (spec) => {
  for (const operations of Object.values(spec.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) {
        const { items } = parameter.schema;
        if (items?.anyOf) parameter.schema.items = { type: items.anyOf.map(({ type }) => type).join(" | ") };
        if (parameter.in !== "query" || parameter.example === undefined) continue;
        parameter.description += "\\n\\n*Example:* \`" + [].concat(parameter.example).join(",") + "\`";
        delete parameter.example;
      }
    }
  }
  return spec;
};
const nextWeek = new Date(Date.now() + 7 * 864e5).toISOString().slice(0, 10);
const withMinimalBodies = (spec) => {
  for (const operations of Object.values(spec.paths)) {
    for (const { requestBody } of Object.values(operations)) {
      const body = requestBody?.content["application/json"];
      const name = body?.schema.$ref?.split("/").pop();
      if (name === undefined || body.example === undefined) continue;
      const { required = Object.keys(body.example).slice(0, 1) } = spec.components.schemas[name];
      const shown = required.filter((member) => member in body.example);
      body.example = Object.fromEntries(shown.map((member) => {
        const value = body.example[member];
        return [member, /_date$/.test(member) ? String(value).replace(/^[0-9]{4}-[0-9]{2}-[0-9]{2}/, nextWeek) : value];
      }));
    }
  }
  return spec;
};
const start = (spec) => SwaggerUIBundle({
  domNode: place,
  spec,
  queryConfigEnabled: false,
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
});
fetch(place.dataset.document)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
  .then((spec) => start(withMinimalBodies(withPlainParameters(spec))))
  .catch((error) => { place.textContent = "The document cannot be loaded: " + error.message; });
`;

/**
 * Styles that Swagger UI lacks: readable tables on narrow screens, readable response headers in dark mode.
 * They also hide the column for links, which is always empty.
 */
export const DOCS_STYLE = `
#docs { overflow-x: clip; }
.swagger-ui .info { margin: 1rem 0; }
.swagger-ui .info .description { max-height: 9rem; overflow-y: auto; border-block: 1px solid var(--line); }
.swagger-ui .scheme-container { margin: 0; padding: .75rem 0; }
.swagger-ui table.responses-table tr > td.response-col_links { display: none; }
.swagger-ui .opblock-summary .view-line-link { overflow: hidden; }
html.dark-mode .swagger-ui table.headers td { color: var(--ink); }
.swagger-ui .renderedMarkdown p { margin: 0 0 .5em; }
.swagger-ui textarea, .swagger-ui input, .swagger-ui select { max-width: 100%; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .information-container { padding: 0 .75rem; }
  .swagger-ui .info { margin: 1.5rem 0; }
  .swagger-ui .info .title { font-size: 1.6rem; }
  .swagger-ui .info .title small { vertical-align: middle; }
  .swagger-ui .scheme-container { padding: 1rem 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: .25rem 0 0; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: .5rem; height: auto; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr,
  .swagger-ui table.parameters > tbody > tr > td, .swagger-ui table.responses-table, .swagger-ui table.responses-table > tbody,
  .swagger-ui table.responses-table > tbody > tr, .swagger-ui table.responses-table > tbody > tr > td { display: block; width: auto; max-width: none; }
  .swagger-ui table.responses-table > tbody > tr > td.response-col_links { display: none; }
  .swagger-ui table.parameters > thead, .swagger-ui table.responses-table > thead { display: none; }
  .swagger-ui table.parameters > tbody > tr, .swagger-ui table.responses-table > tbody > tr { padding: .75rem 0; border-bottom: 1px solid rgba(128, 128, 128, .3); }
  .swagger-ui table > tbody > tr > td, .swagger-ui table > tbody > tr > td:first-of-type { min-width: 0; padding: 0 0 .25rem; }
  .swagger-ui .parameters-col_name .parameter__name, .swagger-ui .parameters-col_name .parameter__type { display: inline-block; margin-right: .75rem; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { width: 100%; }
  .swagger-ui .responses-inner { padding: .75rem; }
  .swagger-ui .opblock-body pre.microlight, .swagger-ui .highlight-code > .microlight { overflow-x: auto; }
}
`;
