/** Styles of record pages and of the form for event proposals. */
export const RECORD_STYLE = `.crumb { margin-bottom: 0.75rem; font-size: 0.9375rem; }
.crumb a { display: inline-block; padding-block: 0.25rem; text-decoration: none; }
.crumb a::before { content: "← " / ""; }
.crumb a:hover { text-decoration: underline; }
.record h1 { max-width: 24em; margin-bottom: 0.5rem; }
.record .lead { color: var(--quiet); font-size: 1.125rem; margin-bottom: 1.75rem; }
.record .lead .tag { margin-left: 0.35rem; vertical-align: 0.1em; }
.record .notice { margin-bottom: 1.75rem; }
.record .rich { max-width: 42rem; font-size: 1.0625rem; }
.rich :is(ul, ol) { margin: 0 0 0.9rem; padding-left: 1.4em; }
.rich li { margin-bottom: 0.25rem; }
.rich :is(h1, h2, h3, h4) { margin: 1.75rem 0 0.5rem; font-size: 1.25rem; }
.rich :is(h3, h4) { font-size: 1.0625rem; }
.rich blockquote { margin: 0 0 0.9rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
.hero { display: block; width: 100%; max-height: 32rem; object-fit: cover; border-radius: var(--radius); background: var(--surface); margin-bottom: 1.75rem; }
.columns { display: grid; gap: 2rem clamp(2rem, 5vw, 4rem); }
.columns > * { min-width: 0; }
.columns .hero { margin: 0; }
.hero-figure { margin: 0 0 1.75rem; }
.hero-figure .hero { margin: 0; }
.facts dl, dl.facts { margin: 0; }
.facts dt { color: var(--quiet); font-size: 0.8125rem; font-weight: 600; }
.facts dd { margin: 0.1rem 0 1rem; }
aside.facts { align-self: start; padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
dl.across { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0 2rem; margin: 1rem 0 1.5rem; max-width: 56rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
aside .actions { margin-top: 0.25rem; }
.subscribe { position: relative; }
.subscribe summary { list-style: none; }
.subscribe summary::-webkit-details-marker { display: none; }
.subscribe summary::after { content: ""; width: 0.45em; height: 0.45em; margin-top: -0.2em; border: solid currentColor; border-width: 0 2px 2px 0; transform: rotate(45deg); }
.subscribe[open] summary::after { margin-top: 0.2em; transform: rotate(225deg); }
.subscribe ul { position: absolute; z-index: 5; right: 0; min-width: 100%; width: max-content; max-width: 80vw; margin-top: 0.35rem; padding: 0.35rem;
  background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 0.14); }
aside .subscribe ul { right: auto; left: 0; }
.subscribe li a { display: block; padding: 0.5rem 0.75rem; border-radius: calc(var(--radius) / 2); color: var(--ink); text-decoration: none; }
.subscribe li a:hover { background: var(--accent-soft); color: var(--accent); }
.dates, .upcoming { margin-top: 2.5rem; }
.dates h2, .upcoming .heading { margin-bottom: 0.75rem; }
.dates li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); max-width: 42rem; }
.dates li a { text-decoration: none; }
.dates li a:hover { text-decoration: underline; }
.upcoming .heading { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.about { max-width: 42rem; margin-bottom: 1rem; }
s { color: var(--quiet); text-decoration-thickness: 0.08em; }
s a { text-decoration: line-through; }
.narrow { max-width: 42rem; margin-inline: auto; }
.form fieldset { margin: 0 0 2rem; padding: 0; border: 0; min-width: 0; }
.form legend { padding: 0; margin-bottom: 1rem; font-size: 1.25rem; font-weight: 650; }
.field { margin-bottom: 1.25rem; }
.form label { font-weight: 600; }
.field > label { display: block; margin-bottom: 0.3rem; }
.needed { font-weight: 400; color: var(--quiet); }
.hint, .fault { display: block; margin-top: 0.3rem; font-size: 0.9rem; }
.hint { color: var(--quiet); }
.fault { color: var(--alert); font-weight: 600; }
[aria-invalid="true"] { border-color: var(--alert) !important; box-shadow: 0 0 0 1px var(--alert); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0 1.25rem; }
.check { display: flex; align-items: center; gap: 0.6rem; margin-bottom: 1.25rem; min-height: 1.75rem; }
.form input[type="file"] { max-width: 100%; color: var(--quiet); }
.form input::file-selector-button { min-height: 2.75rem; margin-right: 0.75rem; padding: 0.4rem 1rem; border: 1px solid var(--quiet); border-radius: var(--radius);
  background: var(--page); color: var(--ink); font: inherit; font-weight: 550; cursor: pointer; }
.trap { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden; }
@media (min-width: 62rem) {
  .columns { grid-template: auto 1fr / minmax(0, 1fr) 20rem; row-gap: 0; }
  .columns > .hero { margin-bottom: 1.75rem; }
  .columns .body { grid-area: 2 / 1; }
  aside.facts { grid-area: 1 / 2 / 3; position: sticky; top: 1.5rem; }
}
@media print { .form { display: none; } aside.facts { border: 0; padding: 0; } .actions { display: none; } .hero { max-height: 8cm; } }
`;
