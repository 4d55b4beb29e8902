/** Prometheus gets these of a whole service that has lived a little. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../../src/embedded/ports.ts'
import type { Started } from '../../src/main.ts'
import { createMetrics } from '../../src/operating/metrics/metrics.ts'
import { startPlace } from '../people/world.ts'
import { until } from '../chain/until.ts'
import { readSamples, type Sample } from './samples.ts'

let place: Awaited<ReturnType<typeof startPlace>>
let service: Started
let url: string
beforeAll(async () => {
  place = await startPlace()
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}/metrics`
  service = await place.start(place.local, { PROBE_PORT: String(port) })
})
afterAll(() => place?.stop())

const scrape = async (): Promise<Sample[]> => readSamples(await (await fetch(url)).text())

const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number => {
  const isIt = (one: Sample) =>
    one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value)
  return samples.find(isIt)?.value ?? NaN
}

test('what a service does is counted, and how it stands is read, where Prometheus asks', async () => {
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const samples = readSamples(await answer.text())
  const plans = { machine: 'plan', outcome: 'moved' }
  expect(valueOf(samples, 'mandate_turns_total', plans)).toBeGreaterThan(0)
  expect(valueOf(samples, 'mandate_turn_commit_seconds_count')).toBeGreaterThan(0)
  expect(valueOf(samples, 'mandate_chain_state', { state: 'Ok' })).toBe(1)
  expect(valueOf(samples, 'mandate_database_up')).toBe(1)
  expect(valueOf(samples, 'process_start_time_seconds')).toBeGreaterThan(0)
  for (const role of ['http', 'worker', 'relays', 'watcher']) {
    expect(valueOf(samples, 'mandate_role', { role })).toBe(1)
    expect(valueOf(samples, 'mandate_bus_up', { role })).toBe(1)
  }
})

const answered = (samples: Sample[], status: string) =>
  valueOf(samples, 'mandate_http_request_seconds_count', { status }) || 0

test('what proxies ask is not counted among the requests, so that a small shop notices what fails', async () => {
  const before = await scrape()
  for (const path of ['/health', '/ready', '/ready?for=reads', '/ready?for=reads'])
    await fetch(`${service.running.url}${path}`)
  await fetch(`${service.running.url}/integration/plans`)
  await until(
    'the later request is counted',
    async () => answered(await scrape(), '4xx') > answered(before, '4xx'),
  )
  expect(answered(await scrape(), '2xx')).toBe(answered(before, '2xx'))
})

test('a request is timed, and a call of a node is counted by its host', async () => {
  const before = await scrape()
  await fetch(`${service.running.url}/integration/plans`)
  await until(
    'the request is counted',
    async () => answered(await scrape(), '4xx') > answered(before, '4xx'),
  )
  const node = new URL(place.rpcUrl).host
  expect(valueOf(await scrape(), 'mandate_rpc_calls_total', { node })).toBeGreaterThan(0)
})

test('what is read of the database is read once for all who ask within its time', async () => {
  const { database } = service.service
  const asked = vi.spyOn(database.pool, 'query')
  const readings = () =>
    asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('figures-timer-lag'))
  try {
    const answer = createMetrics(service.service, ['relays'], 60_000)
    await Promise.all([answer(), answer(), answer()])
    await answer()
    expect(readings()).toHaveLength(1)
  } finally {
    asked.mockRestore()
  }
})

test('every metric of the service stands in the page of metrics, and its labels have few values', async () => {
  const page = readFileSync('docs/operations/metrics.md', 'utf8')
  const samples = await scrape()
  const ours = samples.filter(({ name }) => name.startsWith('mandate_'))
  const names = new Set(ours.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')))
  expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  // Other tests of this process have asked nodes of their own.
  const host = new URL(place.rpcUrl).host
  const own = ours.filter(({ labels }) => (labels['node'] ?? host) === host)
  expect(own.length).toBeLessThan(300)
})
