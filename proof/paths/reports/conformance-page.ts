/** The report of conformance as Markdown: every transition, the paths that took it, and on what. */
import {
  type Covered,
  grounds,
  isCovered,
  type MachineConformance,
  missingIn,
  shareOf,
} from '../conformance.ts'
import { markdownTable } from '../../../scripts/diagrams/markdown.ts'

/** So many paths are named for each transition, the shortest ones. */
const namedPathsMax = 3

export function toConformancePage(machines: readonly MachineConformance[], build: string): string {
  const missing = missingIn(machines)
  return `# Conformance

${build}

Every transition of every machine, and the paths that took it and passed: on the **service**, by HTTP, transactions on its chain and its test
clock; on the **store**, by turns that are committed to PostgreSQL. Of a transition that no path takes from outside, the last column says why.

${markdownTable(['machine', 'transitions', ...grounds.map((ground) => `on the ${ground}`), 'without a path'], summaryRows(machines))}

${missing.length === 0 ? 'Every transition that can be taken has a path.' : `**${missing.length} transitions have no path.**`}

${machines.map(machineSection).join('\n')}`
}

function summaryRows(machines: readonly MachineConformance[]): string[][] {
  const row = (name: string, some: readonly MachineConformance[]) => [
    name,
    String(some.flatMap(({ transitions }) => transitions).length),
    ...grounds.map((ground) => sayShare(some, ground)),
    String(missingIn(some).length),
  ]
  return [...machines.map((one) => row(one.kind, [one])), row('**all**', machines)]
}

export function sayShare(
  machines: readonly MachineConformance[],
  ground: (typeof grounds)[number],
): string {
  const { taken, of, percent } = shareOf(machines, ground)
  return `${taken} of ${of}, ${percent} %`
}

const machineSection = ({ kind, transitions }: MachineConformance): string => `## ${kind}

${markdownTable(['transition', 'on', 'paths', 'not from outside, because'], transitions.map(transitionRow))}
`

const transitionRow = (covered: Covered): string[] => [
  `\`${covered.transition}\``,
  sayGrounds(covered),
  sayPaths(covered),
  covered.notFromOutside ?? '',
]

export function sayGrounds(covered: Covered): string {
  if (covered.exception !== null) return 'exception'
  if (!isCovered(covered)) return 'without a path'
  return grounds.filter((ground) => covered.paths[ground].length > 0).join(', ')
}

export function sayPaths({ paths, exception }: Covered): string {
  const ids = grounds.flatMap((ground) => paths[ground])
  const more = ids.length > namedPathsMax ? [`${ids.length - namedPathsMax} more`] : []
  return [...ids.slice(0, namedPathsMax), ...more].join(', ') || (exception ?? '')
}
