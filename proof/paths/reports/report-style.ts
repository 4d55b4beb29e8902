/** The look of the report: by day, by night, on paper. Pictures keep their own white paper. */
export const reportStyle = `:root{color-scheme:light dark;--line:#8884;--soft:#64748b;--good:#15803d;--bad:#b91c1c;--paper:#fff;--ink:#0f172a;--raised:#f8fafc}
@media (prefers-color-scheme:dark){:root{--soft:#94a3b8;--good:#4ade80;--bad:#f87171;--paper:#0f172a;--ink:#e2e8f0;--raised:#1e293b}}
body{max-width:64rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink)}
h1{margin-bottom:.25rem}h2{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}h3{margin-bottom:.5rem}
a{color:inherit}.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}td.number,th.number{text-align:right;white-space:nowrap}
code{font:.85em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}pre{margin:.5rem 0;padding:.6rem .8rem;background:var(--raised);border-left:3px solid var(--bad);white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.45 ui-monospace,monospace}
.repeat{padding:.4rem .8rem;border-left-color:var(--soft)}
details{border-bottom:1px solid var(--line)}summary{padding:.45rem 0;cursor:pointer;overflow-wrap:anywhere}details[open]>summary{font-weight:600}
.within{padding:0 0 1rem 1rem}@media (max-width:40rem){.within{padding-left:0}th,td{padding-right:.5rem}}
.within ol{margin:.5rem 0;padding-left:1.6rem}.within li::marker{color:var(--soft);font-size:.85em}
.picture{overflow-x:auto;margin:1rem 0;background:#fff;border:1px solid var(--line);border-radius:6px}.picture svg{display:block;margin:0 auto}
.lit{fill:#15803d1f;stroke:#15803d;stroke-width:2.6}.way{fill:none;stroke:#15803d;stroke-width:4;stroke-opacity:.55;stroke-linejoin:round}.way.dotted{stroke-width:2.5;stroke-dasharray:2 6;stroke-linecap:round}
.badge{fill:#15803d;stroke:#fff;stroke-width:1.5}.number{font:600 12px Helvetica,Arial,sans-serif;fill:#fff;text-anchor:middle}td.number,th.number{font:inherit}
@media print{body{max-width:none;margin:0;color:#000;background:#fff}h2{break-before:page}details,tr,.picture{break-inside:avoid}summary{list-style:none}}`
