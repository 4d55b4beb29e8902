/**
 * Measures what the whole service takes of the processor while nothing is due and nobody asks: empty, and with the rows
 * of some years, of which every charge is due in days and weeks. Each process by itself; a chain's node is not ours and
 * stands apart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { table } from '../table.ts'
import { createFillableService, type FillableService } from './filled-service.ts'
import { type ProcessorSeconds, readProcessorSeconds } from './processor-time.ts'

/** After a start code is compiled, plans are made, and what is new is enlisted by rounds. */
const settlingMs = 45_000
const nodes = new Set(['anvil'])

type Share = Map<string, number>
type Measured = { name: string; shares: Share }

/** Measures each case for `seconds`; returns a table in percent of one core. */
export async function measureIdle(seconds: number, { withFilled = true } = {}): Promise<string> {
  const service = await createFillableService()
  try {
    const empty = await measure(service, 'empty', { withForeignChain: false }, seconds)
    const measured = [
      empty,
      await measure(service, 'empty, two chains', { withForeignChain: true }, seconds),
    ]
    if (withFilled) {
      await service.fill()
      for (const [name, withForeignChain] of [
        ['filled', false],
        ['filled, two chains', true],
      ] as const)
        measured.push(await measure(service, name, { withForeignChain }, seconds))
    }
    return toTable(measured, empty)
  } finally {
    await service.remove()
  }
}

async function measure(
  service: FillableService,
  name: string,
  options: { withForeignChain: boolean },
  seconds: number,
): Promise<Measured> {
  const running = await service.start(options)
  try {
    await sleep(settlingMs)
    const begunAt = performance.now()
    const before = await readProcessorSeconds(running.pid)
    await sleep(seconds * 1_000)
    const after = await readProcessorSeconds(running.pid)
    return { name, shares: sharesOf(before, after, (performance.now() - begunAt) / 1_000) }
  } finally {
    await running.stop()
  }
}

const sharesOf = (before: ProcessorSeconds, after: ProcessorSeconds, seconds: number): Share =>
  new Map([...after].map(([name, used]) => [name, (used - (before.get(name) ?? 0)) / seconds]))

function toTable(measured: Measured[], empty: Measured): string {
  const ours = ['the service', 'postgres', 'nats-server']
  const head = ['', ...ours, 'together', 'to the empty one', 'node']
  return table(
    head,
    measured.map(({ name, shares }) => [
      name,
      ...ours.map((one) => percent(shares.get(one) ?? 0)),
      percent(together(shares)),
      `${(together(shares) / together(empty.shares)).toFixed(2)}×`,
      percent([...shares].reduce((sum, [one, share]) => sum + (nodes.has(one) ? share : 0), 0)),
    ]),
  )
}

/** Everything but nodes of chains. */
const together = (shares: Share): number =>
  [...shares].reduce((sum, [name, share]) => sum + (nodes.has(name) ? 0 : share), 0)

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
