/** The differences as a page that needs nothing else, and as lines for a terminal. */
import type { Drawing } from '../../src/lifecycles/drawing/draw.ts'
import type { Way } from '../../src/lifecycles/model.ts'
import { escapeHtml } from '../../src/shared/html/escape-html.ts'
import type { MachineDifference, Pair, Row } from './compare.ts'
import { markOf } from './merge.ts'
import { changedParts } from './rules.ts'

export type Shown = { difference: MachineDifference; drawings: Drawing[] }

const style = `:root{color-scheme:light dark}body{max-width:72rem;margin:2rem auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}
h2{margin-top:3rem;border-top:1px solid #8886}table{width:100%;border-collapse:collapse;font-size:.9rem}th,td{padding:.4rem .6rem;border-bottom:1px solid #8884;text-align:left;vertical-align:top}
td{white-space:pre-wrap;overflow-wrap:anywhere}.before{background:#b91c1c18}.after{background:#15803d18}.picture{overflow-x:auto;background:#fff}
.added::before{content:"+ ";color:#15803d}.removed::before{content:"− ";color:#b91c1c}.changed::before{content:"~ ";color:#b45309}@media print{h2{break-before:page}}`

export function writeReport(title: string, shown: Shown[], same: string[]): string {
  const parts = shown.map(writeMachine)
  const rest = same.length > 0 ? `<p>Unchanged: ${escapeHtml(same.join(', '))}.</p>` : ''
  const none = shown.length === 0 ? '<p><strong>No machine is different.</strong></p>' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>+ added, − removed, ~ changed, in pictures, too.</p>${none}${rest}
${parts.join('\n')}</body></html>
`
}

function writeMachine({ difference, drawings }: Shown): string {
  const { name, waits, permissions, events, rules, states, ways } = difference
  const pictures = drawings.map(({ svg }) => `<div class="picture">${svg}</div>`)
  const behind = changedParts(rules).map(({ name: part, usedBy, before, after }) => ({
    where: [part, usedBy.filter((one) => one !== part).join(', ')],
    before: before.trim(),
    after: after.trim(),
  }))
  return `<section><h2>${escapeHtml(name)}</h2><p>${escapeHtml(summaryOf(difference))}</p>
${pictures.join('\n')}
${list(
  'States',
  states.map((pair) => [markOf(pair), (pair.after ?? pair.before)!.path]),
)}
${list(
  'Ways',
  ways.map((pair) => [markOf(pair), sayPair(pair)]),
)}
${table('Waits', ['state', 'wait'], waits)}
${table('Permissions', ['state', 'person', 'command'], permissions)}
${table('What is behind the names', ['what', 'used by'], behind)}
${table('Events', ['event'], events)}</section>`
}

const list = (title: string, items: [string, string][]): string =>
  items.length === 0
    ? ''
    : `<h3>${title}</h3><ul>${items.map(([mark, text]) => `<li class="${mark}">${escapeHtml(text)}</li>`).join('')}</ul>`

function table(title: string, headings: string[], rows: Row[]): string {
  if (rows.length === 0) return ''
  const head = [...headings, 'before', 'after'].map((text) => `<th scope="col">${text}</th>`)
  const body = rows.map(({ where, before, after }) => {
    const cells = where.map((text) => `<td>${escapeHtml(text)}</td>`).join('')
    return `<tr>${cells}<td class="before">${escapeHtml(before || '–')}</td><td class="after">${escapeHtml(after || '–')}</td></tr>`
  })
  return `<h3>${title}</h3><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

/** The way as a sentence; where only its deeds changed, with what it records and asks for. */
function sayPair({ before, after }: Pair<Way>): string {
  if (!before || !after) return sayWay((after ?? before)!)
  const [old, young] = [sayWay(before), sayWay(after)]
  return old === young ? `${young}: ${sayDeeds(before)} → ${sayDeeds(after)}` : `${old} → ${young}`
}

const sayWay = ({ from, words, role, guardWords, to, isHarmless }: Way): string =>
  [
    from === '' ? 'anywhere' : `in ${from}`,
    role ? `${words} (${role})` : words,
    guardWords && `if ${guardWords}`,
    isHarmless ? 'is heard' : `leads to ${to ?? 'where it is'}`,
  ]
    .filter(Boolean)
    .join(' ')

const sayDeeds = ({ deeds: { records, asks } }: Way): string =>
  [...records, ...asks].join(', ') || 'nothing'

function summaryOf({
  versions,
  states,
  ways,
  waits,
  permissions,
  rules,
  events,
}: MachineDifference) {
  if (versions.before === null) return 'The machine is new.'
  if (versions.after === null) return 'The machine was removed.'
  const counts = Object.entries({ states, ways, waits, permissions, rules, events })
    .filter(([, { length }]) => length > 0)
    .map(([what, { length }]) => `${what}: ${length}`)
  const version =
    versions.before === versions.after
      ? `Version ${versions.after}, unchanged`
      : `Version ${versions.before} → ${versions.after}`
  return `${version}. Different ${counts.join(', ')}.`
}

/** A line for every difference, with the sign that it has in the picture. */
export function writeLines(shown: Shown[]): string[] {
  const signs = { added: '+', removed: '−', changed: '~' }
  return shown.flatMap(({ difference }) => [
    `${difference.name}: ${summaryOf(difference)}`,
    ...difference.states.map(
      (pair) => `  ${signs[markOf(pair)]} state ${(pair.after ?? pair.before)!.path}`,
    ),
    ...difference.ways.map((pair) => `  ${signs[markOf(pair)]} ${sayPair(pair)}`),
    ...difference.waits.map((row) => `  ~ wait ${sayRow(row)}`),
    ...difference.permissions.map((row) => `  ~ ${sayRow(row)}`),
    ...changedParts(difference.rules).map(
      ({ name, usedBy }) => `  ~ behind ${usedBy.join(', ')}: ${name}`,
    ),
    ...difference.events.map(
      ({ where, before, after }) =>
        `  ${before === '' ? '+' : after === '' ? '−' : '~'} event ${where.join(' ')}`,
    ),
  ])
}

const sayRow = ({ where, before, after }: Row): string =>
  `${where.join(' · ')}: ${oneLine(before) || 'not'} → ${oneLine(after) || 'not'}`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
