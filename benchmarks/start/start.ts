/**
 * Measures how long a start takes: in an empty directory, and again in the same one, each until the service is ready.
 * Seconds of the processor are fair while others use the machine; seconds of the clock are not.
 */
import { rmSync } from 'node:fs'
import { readProcessorSeconds } from '../idle/processor-time.ts'
import { newDataDirectory, startServiceIn } from '../own-service.ts'
import { table } from '../table.ts'

const head = ['start', 'ready', 'the service, of a processor', 'its servers']

/** Starts it so many times from nothing, and each time once more. */
export async function measureStart(rounds: number): Promise<string> {
  const rows: string[][] = []
  for (let round = 0; round < rounds; round++) {
    const dataDirectory = newDataDirectory('start')
    try {
      rows.push(await startOnce('in an empty directory', dataDirectory))
      rows.push(await startOnce('again', dataDirectory))
    } finally {
      rmSync(dataDirectory, { recursive: true, force: true })
    }
  }
  return table(
    head,
    rows.toSorted(([one = ''], [other = '']) => other.localeCompare(one)),
  )
}

async function startOnce(what: string, dataDirectory: string): Promise<string[]> {
  const startedAt = performance.now()
  const service = await startServiceIn(dataDirectory)
  const readyMs = performance.now() - startedAt
  const used = await readProcessorSeconds(service.pid)
  await service.stop()
  const own = used.get('the service')!
  const all = [...used.values()].reduce((sum, one) => sum + one, 0)
  return [what, seconds(readyMs / 1_000), seconds(own), seconds(all - own)]
}

const seconds = (value: number): string => `${value.toFixed(1)} s`
