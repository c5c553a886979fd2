"""The style of the page, for screen and paper."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light; --a: #1f5fa8; --b: #d98324; --ink: #1c1c1c; --soft: #5f5f5f;
  --rule: #e0dbcf; --head: #2f5d50; }
* { box-sizing: border-box; }
body { font: 15px/1.45 Georgia, "Times New Roman", serif; color: var(--ink); background: #f4f1ea;
  margin: 0; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 2rem 3rem; background: #fffefb; }
h1 { font-size: 2rem; margin: 0; line-height: 1.2; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-bottom: .15rem;
  border-bottom: 2px solid var(--head); color: var(--head); }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0; } p.note, figcaption, footer { color: var(--soft); font-size: .88rem; }
nav { margin: .6rem 0; font-size: .9rem; } nav a { color: var(--head); margin-right: .9rem; }
.name-a { color: var(--a); } .name-b { color: #a85f10; }
.score { display: flex; flex-wrap: wrap; gap: .6rem 2.6rem; margin: 1rem 0; }
.score div { min-width: 7rem; } .score b { display: block; font-size: 1.7rem; line-height: 1.2; }
.score span { color: var(--soft); font-size: .88rem; }
dl { columns: 3 15rem; font-size: .88rem; margin: .4rem 0; }
dl div { break-inside: avoid; } dt { display: inline; color: var(--soft); }
dd { display: inline; margin: 0 0 0 .4rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .9rem; margin: .4rem 0; }
th { text-align: left; font-weight: normal; color: var(--soft); vertical-align: bottom; }
th, td { padding: .15rem .9rem .15rem 0; border-bottom: 1px solid var(--rule); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.n { white-space: normal; max-width: 7.5rem; } td:first-child { white-space: nowrap; }
.wide { overflow-x: auto; } .wide table { width: 100%; }
.boards tbody { break-inside: avoid; } .boards td { vertical-align: top; }
.boards tr.open td:not([rowspan]) { border-bottom-color: transparent; }
.boards td.calls { font-size: .85rem; }
.nowrap { white-space: nowrap; }
.h, .d { color: #c1121f; } .s, .c { color: #111; }
figure { margin: .8rem 0 1.4rem; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; font: 11px system-ui, sans-serif; }
svg text { fill: var(--soft); } svg .grid { stroke: #ece8de; } svg .axis { stroke: #999; }
svg .zero { stroke: #444; stroke-width: 1; } svg .bound { stroke: #b42318; stroke-dasharray: 6 4; }
svg .band { fill: #2f5d50; opacity: .14; }
svg .running { fill: none; stroke: var(--head); stroke-width: 2; stroke-linejoin: round; }
svg .a { fill: var(--a); } svg .b { fill: var(--b); }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; }
.key.a { background: var(--a); } .key.b { background: var(--b); }
.swing { break-inside: avoid; border-top: 1px solid var(--rule); padding-top: .2rem; }
.pair { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; align-items: flex-start; }
.room { flex: 1 1 17rem; } .room h4 { font-size: .95rem; margin: .4rem 0 .2rem; }
.deal { display: grid; grid-template-columns: repeat(3, max-content); gap: .1rem 1.1rem;
  font-size: .9rem; line-height: 1.3; margin: .3rem 0 .5rem; }
.deal .N { grid-area: 1 / 2; } .deal .W { grid-area: 2 / 1; } .deal .E { grid-area: 2 / 3; }
.deal .S { grid-area: 3 / 2; }
.deal .mid { grid-area: 2 / 2; align-self: center; color: var(--soft); font-size: .8rem; }
.auction td, .auction th { padding: .05rem .8rem .05rem 0; border: 0; }
.auction { margin: .1rem 0 .4rem; }
.play { font-size: .82rem; } .play td, .play th { padding: .05rem .7rem .05rem 0; }
.cost { background: #fbd5c9; border-radius: .2rem; padding: 0 .2rem; }
.cost sup { font-size: .72em; line-height: 0; margin-left: .1em; }
.thoughts { font-size: .78rem; color: var(--soft); margin: .2rem 0; max-width: 34rem; }
.thoughts ol { list-style: none; margin: .2rem 0; padding: 0; } .thoughts b { color: var(--ink); }
.won { text-decoration: underline; text-underline-offset: .15em; }
.bad { color: #b42318; font-weight: bold; }
footer { margin-top: 2rem; border-top: 1px solid var(--rule); padding-top: .6rem; }
@page { margin: 14mm 12mm; }
@media print {
  body, main { background: #fff; } body { font-size: 10pt; }
  main { max-width: none; padding: 0; } nav { display: none; }
  h2, h3, h4, h2 + p.note { break-after: avoid; } .score { gap: .4rem 1.4rem; }
  tr { break-inside: avoid; } .wide { overflow: visible; }
  thead { display: table-header-group; } table:not(.boards) { break-inside: avoid; }
  .boards th, .boards td { padding-right: .5rem; } .boards { font-size: .82rem; }
  details.thoughts::details-content { content-visibility: visible; block-size: auto; }
  .thoughts ol { columns: 2; } .thoughts li { break-inside: avoid; }
  svg { font-size: 15px; } .pair > .deal { flex-basis: 100%; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
""".strip()
