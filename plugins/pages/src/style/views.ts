/** Styles of the month, week, day and list views and of their filters. */
export const VIEW_STYLE = `.head { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 1rem 2rem; margin-bottom: 1.5rem; }
.head h1::first-letter { text-transform: uppercase; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; }
.ways { display: flex; gap: 0.375rem; }
.ways:empty { display: none; }
.button.icon { padding: 0; width: 2.75rem; }
.switch ul { display: flex; padding: 0.1875rem; border-radius: calc(var(--radius) + 0.1875rem); background: var(--surface); border: 1px solid var(--line); }
.switch a { display: block; padding: 0.375rem 0.9rem; border-radius: var(--radius); color: var(--quiet); font-weight: 550; text-decoration: none; }
.switch a:hover { color: var(--ink); }
.switch [aria-current] { background: var(--page); color: var(--ink); box-shadow: 0 1px 2px rgb(0 0 0 / 18%); }
.filters { margin-bottom: 1.5rem; display: grid; grid-template-columns: minmax(0, 26rem) auto 1fr; gap: 0.5rem; align-items: start; }
.filters .search { display: contents; }
.filters details { min-width: 0; justify-self: start; }
.filters details[open] { grid-column: 1 / -1; justify-self: stretch; }
.filters summary { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; padding: 0 0.75rem; border-radius: var(--radius); font-weight: 550; cursor: pointer; list-style: none; }
.filters summary::-webkit-details-marker { display: none; }
.filters summary::after { content: ""; width: 0.45rem; height: 0.45rem; border: solid currentColor; border-width: 0 2px 2px 0; transform: translateY(-0.1rem) rotate(45deg); }
.filters details[open] summary { margin-left: -0.75rem; }
.filters [open] summary::after { transform: translateY(0.1rem) rotate(-135deg); }
.filters summary:hover { background: var(--surface); }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.75rem 1rem; align-items: end; margin-top: 0.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.fields p { margin: 0; }
.fields label { display: block; margin-bottom: 0.25rem; font-size: 0.875rem; font-weight: 550; }
.fields .check { display: flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; }
.fields .check label { margin: 0; font-size: 1rem; font-weight: 400; }
.chips { margin-bottom: 1.5rem; }
.chips ul { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.chips a { display: inline-block; padding: 0.25rem 0.85rem; border-radius: 2rem; background: var(--accent-soft); color: var(--accent); font-size: 0.9375rem; font-weight: 550; text-decoration: none; }
.chips a:hover { text-decoration: underline; }
.chips .all { background: none; text-decoration: underline; }
.notice { margin-bottom: 1.5rem; }
.off s { color: var(--quiet); }
.again { color: var(--quiet); font-weight: 400; }
.marks:empty { display: none; }

.month { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed; border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.month th { padding: 0.5rem 0.6rem; text-align: left; font-size: 0.8125rem; font-weight: 600; color: var(--quiet); background: var(--surface); }
.month td { height: 7.25rem; padding: 0.25rem 0 0.4rem; vertical-align: top; border-top: 1px solid var(--line); border-left: 1px solid var(--line); }
.month :is(td, th):first-child { border-left: 0; }
.month .other { background: var(--surface); }
.number { padding: 0 0.4rem; margin-bottom: 0.2rem; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.number a { color: inherit; text-decoration: none; }
.number a:hover .num { background: var(--accent-soft); color: var(--accent); }
.num { display: inline-grid; place-items: center; min-width: 1.75rem; height: 1.75rem; border-radius: 1rem; }
.other .number, .empty .number { color: var(--quiet); }
.month [aria-current] .num, .month [aria-current] a:hover .num { background: var(--accent); color: var(--accent-ink); font-weight: 650; }
.chip, .gap { margin-bottom: 0.1875rem; font-size: 0.8125rem; line-height: 1.3; }
.gap { height: 1.55rem; }
.chip a { display: block; margin: 0 0.25rem; padding: 0.125rem 0.35rem; border-radius: 0.3rem; color: var(--ink); text-decoration: none; }
.chip a:hover { background: var(--accent-soft); }
.chip a:hover .name { text-decoration: underline; }
.chip .time { color: var(--quiet); font-variant-numeric: tabular-nums; }
.chip .name { font-weight: 600; }
.chip:not(.long) .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.star { margin-right: 0.25rem; color: var(--accent); }
.chip .tag { padding: 0 0.35rem; font-size: 0.7rem; }
.chip.featured:not(.long) a { box-shadow: inset 3px 0 0 var(--accent); padding-left: 0.55rem; }
.chip.long a { display: block; height: 1.55rem; padding-block: 0.2rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; background: var(--accent-soft); color: var(--ink); }
.chip.long a:hover { background: var(--accent); color: var(--accent-ink); }
.chip.long a:hover :is(.time, .again, .star, .tag, s) { color: inherit; }
.chip.long .name { overflow: hidden; text-overflow: ellipsis; }
.chip.from a { margin-left: 0; border-top-left-radius: 0; border-bottom-left-radius: 0; }
.chip.to:not(.under) a { margin-right: 0; border-top-right-radius: 0; border-bottom-right-radius: 0; }
.more { display: inline-block; margin: 0 0.25rem; padding: 0.1rem 0.35rem; border-radius: 0.3rem; font-size: 0.8125rem; font-weight: 550; }

.week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.week section { min-height: 16rem; padding: 0 0 0.75rem; border-left: 1px solid var(--line); }
.week section:first-child { border-left: 0; }
.week h2 { margin-bottom: 0.5rem; font-size: 0.875rem; letter-spacing: 0; background: var(--surface); border-bottom: 1px solid var(--line); }
.week h2 a { display: block; padding: 0.6rem 0.75rem; color: inherit; text-decoration: none; }
.week h2 a:hover { color: var(--accent); text-decoration: underline; }
.week .today h2 { background: var(--accent); }
.week .today h2 a { color: var(--accent-ink); }
.when time, .chip .time { white-space: nowrap; }
.card h3 { text-wrap: wrap; }
.card.featured .tag { background: var(--page); }
.week .none { margin: 0; padding: 0 0.75rem; color: var(--quiet); }
.card { margin: 0 0.5rem 0.5rem; padding: 0.5rem 0.6rem; border-radius: calc(var(--radius) * 0.75); background: var(--surface); border-left: 3px solid var(--line); font-size: 0.875rem; line-height: 1.4; }
.card.featured { border-left-color: var(--accent); background: var(--accent-soft); }
.card p { margin: 0; color: var(--quiet); }
.card h3 { font-size: 0.9375rem; letter-spacing: 0; }
.card h3 a { display: inline-block; padding-block: 0.2rem; color: var(--ink); text-decoration: none; }
.card h3 a:hover { color: var(--accent); text-decoration: underline; }
.card .where a { color: inherit; }
.card .marks { padding-top: 0.25rem; }

.listed > h2 { position: sticky; top: 0; z-index: 1; padding: 0.5rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
.listed > h2::first-letter { text-transform: uppercase; }
.listed + .listed { margin-top: 2rem; }
.entry { display: grid; grid-template-columns: 4rem minmax(0, 1fr) auto; gap: 0 1.5rem; padding: 1.5rem 0; border-bottom: 1px solid var(--line); }
li:last-child > .entry { border-bottom: 0; }
.entry.short { grid-template-columns: minmax(0, 1fr) auto; }
.date { text-align: center; line-height: 1.15; }
.date span { display: block; font-size: 0.8125rem; font-weight: 600; color: var(--quiet); text-transform: uppercase; letter-spacing: 0.04em; }
.date b { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.what > :last-child { margin-bottom: 0; }
.entry .when { margin-bottom: 0.125rem; color: var(--quiet); font-size: 0.9375rem; }
.entry :is(h2, h3) { margin-bottom: 0.375rem; font-size: 1.25rem; }
.entry :is(h2, h3) a { color: var(--ink); text-decoration: none; }
.entry :is(h2, h3) a:hover { color: var(--accent); text-decoration: underline; }
.entry .marks, .entry .where, .entry .summary { margin-bottom: 0.375rem; }
.entry .where { font-size: 0.9375rem; }
.entry .where a { color: inherit; }
.entry .summary { max-width: 44rem; color: var(--quiet); }
.entry .cost { font-size: 0.9375rem; }
.entry .image { width: 14rem; }
.entry .image img { display: block; width: 100%; aspect-ratio: 3 / 2; object-fit: cover; border-radius: var(--radius); background: var(--surface); }
.pages { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem; margin-top: 1.5rem; }
.after { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.75rem; margin-top: 1.5rem; }
.after .subscribe { margin-left: auto; }
.after .subscribe ul { bottom: 100%; margin: 0 0 0.35rem; }

@media (min-width: 48.01rem), print {
  .chip.long a { position: relative; }
  .chip.span1 a { width: calc(100% + 0px - 0.5rem); }
  .chip.from.span1 a { width: calc(100% + 0px - 0.25rem); }
  .chip.span2 a { width: calc(200% + 1px - 0.5rem); }
  .chip.from.span2 a { width: calc(200% + 1px - 0.25rem); }
  .chip.span3 a { width: calc(300% + 2px - 0.5rem); }
  .chip.from.span3 a { width: calc(300% + 2px - 0.25rem); }
  .chip.span4 a { width: calc(400% + 3px - 0.5rem); }
  .chip.from.span4 a { width: calc(400% + 3px - 0.25rem); }
  .chip.span5 a { width: calc(500% + 4px - 0.5rem); }
  .chip.from.span5 a { width: calc(500% + 4px - 0.25rem); }
  .chip.span6 a { width: calc(600% + 5px - 0.5rem); }
  .chip.from.span6 a { width: calc(600% + 5px - 0.25rem); }
  .chip.span7 a { width: calc(700% + 6px - 0.5rem); }
  .chip.from.span7 a { width: calc(700% + 6px - 0.25rem); }
  .chip.long.under a { margin-inline: 0; opacity: 0; z-index: 1; }
  .chip.long.under a:focus-visible { opacity: 1; }
  .month .full { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
}
@media screen and (max-width: 48rem) {
  .head { align-items: stretch; flex-direction: column; margin-bottom: 1rem; }
  .bar { justify-content: space-between; }
  .switch a { padding-inline: 0.7rem; font-size: 0.9375rem; }
  .filters { grid-template-columns: minmax(0, 1fr) auto; }
  .filters details { grid-column: 1 / -1; }
  .filters summary { margin-left: -0.75rem; }
  .month, .month tbody, .month tr, .month td { display: block; }
  .month tbody tr:not(:has(td:not(.empty, .other))) { display: none; }
  .month { border: 0; overflow: visible; border-radius: 0; }
  .month thead, .month .other, .month .empty, .month .still, .month .gap, .num { display: none; }
  .month td { height: auto; padding: 0.9rem 0 0.6rem; border: 0; border-bottom: 1px solid var(--line); }
  .number { padding: 0; margin-bottom: 0.4rem; font-size: 1rem; font-weight: 650; }
  [aria-current] > .number { color: var(--accent); }
  .chip:not(.long) .name { display: inline; }
  .chip { font-size: 1rem; line-height: 1.45; margin-bottom: 0.25rem; }
  .chip a, .chip.long a { display: block; height: auto; margin: 0; padding: 0.375rem 0.6rem; border-radius: calc(var(--radius) * 0.75); white-space: normal; }
  .more { margin: 0; padding: 0.375rem 0.6rem; font-size: 1rem; }
  .week { display: block; border: 0; border-radius: 0; }
  .week section { min-height: 0; padding: 0 0 0.75rem; border: 0; }
  .week h2 { font-size: 1rem; border-radius: calc(var(--radius) * 0.75); border: 0; }
  .week .empty { display: none; }
  .card { margin: 0 0 0.5rem; padding: 0.7rem 0.9rem; font-size: 1rem; }
  .card h3 { font-size: 1.0625rem; }
  .entry { grid-template-columns: 3rem minmax(0, 1fr); gap: 0 1rem; padding: 1.25rem 0; }
  .entry.short { grid-template-columns: minmax(0, 1fr); }
  .entry.short .image { grid-column: 1; }
  .entry .image { grid-column: 2; width: 100%; max-width: 24rem; margin-top: 0.75rem; }
}
@media print {
  .month td { height: 2.5cm; }
  .chip a { padding: 0 0.1rem; margin: 0 0.1rem; }
  .chip, .chip .time, .more { font-size: 7.5pt; }
  .chip .tag { font-size: 6.5pt; }
  .chip.long.under a { visibility: hidden; }
  .entry { padding: 0.35cm 0; grid-template-columns: 1.4cm minmax(0, 1fr) auto; }
  .entry .image { width: 3cm; }
  .listed > h2 { position: static; }
}
`;
