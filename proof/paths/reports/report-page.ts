/** The report of all paths as one page that needs nothing else: what failed, what is covered, and every path drawn. */
import { machineWords } from '../../../src/core/lifecycles/words.ts'
import { escapeHtml } from '../../../src/shared/html/escape-html.ts'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { grounds, isCovered, type MachineConformance, missingIn } from '../conformance.ts'
import type { PathResult } from '../path.ts'
import { sayGrounds, sayPaths, sayShare } from './conformance-page.ts'
import type { DrawnPicture } from './drawn-machines.ts'
import { anchorOf, writePath } from './path-section.ts'
import { reportStyle } from './report-style.ts'

export type Report = {
  /** One line: of what, and when. */
  build: string
  results: readonly PathResult[]
  machines: readonly MachineConformance[]
  drawings: ReadonlyMap<ActorKind, DrawnPicture[]>
}

export function toReportPage(report: Report): string {
  const { build, results, machines } = report
  const failed = results.filter(({ failure }) => failure !== null)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Paths through the machines</title><style>${reportStyle}</style></head>
<body><h1>Paths through the machines</h1><p class="soft">${escapeHtml(build)}</p>
<p>${saySum(results, failed.length)}</p>
${writeFailed(failed)}
<div class="wide"><table><thead><tr><th scope="col">Machine</th><th scope="col" class="number">Paths</th><th scope="col" class="number">Failed</th>${grounds.map((ground) => `<th scope="col" class="number">On the ${ground}</th>`).join('')}<th scope="col" class="number">Without a path</th></tr></thead>
<tbody>${machines.map((one) => writeRow(one, report)).join('')}${writeSum(report, failed.length)}</tbody></table></div>
${machines.map((one) => writeMachine(one, report)).join('\n')}
</body></html>
`
}

function saySum(results: readonly PathResult[], failed: number): string {
  const passed = `<strong class="good">${results.length - failed} passed</strong>`
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const total = results.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const [slowest] = results.toSorted((one, other) => other.durationMs - one.durationMs)
  const slow = slowest
    ? ` The longest took ${seconds(slowest.durationMs)}: <a href="#${anchorOf(slowest)}">${slowest.id}</a>.`
    : ''
  return `${passed}, <strong class="${failed > 0 ? 'bad' : 'soft'}">${failed} failed</strong>; ${seconds(total)} of paths, many of them at once.${slow}`
}

const writeFailed = (failed: PathResult[]): string =>
  failed.length === 0
    ? ''
    : `<h3 class="bad">Failed</h3><ul>${failed.map((one) => `<li><a href="#${anchorOf(one)}">${one.id}</a>: ${escapeHtml(one.failure!)}</li>`).join('')}</ul>`

function writeRow(machine: MachineConformance, { results }: Report): string {
  const { kind } = machine
  const own = results.filter((one) => one.kind === kind)
  const failed = own.filter(({ failure }) => failure !== null).length
  return `<tr><td><a href="#machine-${kind}">${machineWords(kind)}</a></td>${cellsOf(own.length, failed, [machine])}</tr>`
}

const writeSum = ({ results, machines }: Report, failed: number): string =>
  `<tr><td><strong>All</strong></td>${cellsOf(results.length, failed, machines)}</tr>`

function cellsOf(paths: number, failed: number, machines: readonly MachineConformance[]): string {
  const missing = missingIn(machines).length
  const cells = [
    `${paths}`,
    marked(failed),
    ...grounds.map((ground) => sayShare(machines, ground)),
    marked(missing),
  ]
  return cells.map((cell) => `<td class="number">${cell}</td>`).join('')
}

const marked = (count: number): string =>
  count > 0 ? `<strong class="bad">${count}</strong>` : '0'

function writeMachine(machine: MachineConformance, { results, drawings }: Report): string {
  const { kind } = machine
  const drawn = drawings.get(kind) ?? []
  const own = results.filter((one) => one.kind === kind)
  const missing = missingIn([machine]).length
  const [statuses = '', ...phases] = drawn.map(({ svg }) => `<div class="picture">${svg}</div>`)
  return `<section id="machine-${kind}"><h2>${machineWords(kind)}</h2>
${statuses}
${phases.length > 0 ? `<details><summary>The phases, in ${phases.length} pictures</summary>${phases.join('')}</details>` : ''}
<h3>Transitions</h3><details${missing > 0 ? ' open' : ''}><summary>${machine.transitions.length} transitions, ${missing} without a path</summary><div class="within wide">${writeTransitions(machine)}</div></details>
<h3>Paths</h3>${own.map((one) => writePath(one, drawn)).join('\n') || '<p class="soft">None ran.</p>'}</section>`
}

function writeTransitions({ transitions }: MachineConformance): string {
  const rows = transitions.map((covered) => {
    const isMissing = covered.exception === null && !isCovered(covered)
    return `<tr${isMissing ? ' class="bad"' : ''}><td><code>${escapeHtml(covered.transition)}</code></td><td>${sayGrounds(covered)}</td><td>${escapeHtml(sayPaths(covered))}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">Transition</th><th scope="col">On</th><th scope="col">Paths</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
