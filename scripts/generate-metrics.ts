/**
 * Writes the table of all metrics to `docs/operations/metrics.md`, from the code that shows them.
 *
 *     node scripts/run.mjs scripts/generate-metrics.ts [--check]
 *
 * With `--check` it writes nothing and fails if the committed page differs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGauges } from '../src/operating/metrics/gauges.ts'
import { countedMetrics } from '../src/shared/metrics/counted.ts'
import { keepInStep } from './keep-in-step.ts'

const page = 'docs/operations/metrics.md'
const tableBegins = '| name | type | labels | what |'

/** The library does not declare the names of labels, which every metric has. */
type Shown = { name: string; type: string; help: string; labelNames: string[] }

const shown = [countedMetrics, createGauges().registry]
  .flatMap((registry) => registry.getMetricsAsArray() as unknown as Shown[])
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))
const rows = shown.map(
  ({ name, type, labelNames, help }) =>
    `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
)
const written = readFileSync(join(import.meta.dirname, '..', page), 'utf8')
const introduction = written.slice(0, written.indexOf(tableBegins))
const table = `${tableBegins}\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
keepInStep({ [page]: `${introduction}${table}` })
