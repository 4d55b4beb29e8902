/** The alert rules and the dashboard are PromQL over metrics that the service shows, and each rule has a page. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { metricsOf } from '../operating/promql.ts'
import { readRules } from '../operating/rules.ts'
import { createGauges } from '../../src/operating/metrics/gauges.ts'
import { countedMetrics } from '../../src/shared/metrics/counted.ts'

const rules = readRules()
const ours = [countedMetrics, createGauges().registry].flatMap((registry) =>
  registry.getMetricsAsArray(),
)
const series = new Set(
  ours.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)
/** The library shows these of the process. */
const ofProcess = [
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_open_fds',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
]
/** Prometheus adds it to each target. */
const ofPrometheus = 'up'
const unknownIn = (expression: string) =>
  metricsOf(expression).filter(
    (name) => !series.has(name) && !ofProcess.includes(name) && name !== ofPrometheus,
  )

test('there are seventeen rules, each with another name', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(17)
})

test.each(rules)('$alert asks for metrics that there are', ({ expr }) => {
  expect(unknownIn(expr)).toEqual([])
})

test.each(rules)(
  '$alert has a page that says what it means, and what to do',
  ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/operations/runbooks/${alert}.md`)
    const page = readFileSync(annotations.runbook, 'utf8')
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([alert, 'What it means', 'First look', 'Fix'])
  },
)

test('no page is about a rule that is gone', () => {
  const pages = readdirSync('docs/operations/runbooks').map((file) => file.replace('.md', ''))
  expect(pages.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})

test('every panel of the dashboard asks for metrics that there are, and every metric is in one', () => {
  const text = readFileSync('docs/operations/grafana-dashboard.json', 'utf8')
  const { panels } = Dashboard.parse(JSON.parse(text))
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.flatMap(unknownIn)).toEqual([])
  const shown = expressions.flatMap(metricsOf).join(' ')
  expect(ours.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)).toEqual([])
})

test('what is no PromQL is found out', () => {
  expect(() => metricsOf('sum by (mandate_role')).toThrow('no PromQL')
})
