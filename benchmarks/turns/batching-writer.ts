/** Group commit in its simplest form: every free connection takes all waiting moves, up to 256 in a commit. */
import type pg from 'pg'
import type { Batch } from '../../src/store/turn-rows.ts'
import { turnStatement } from '../../src/store/turn-statement.ts'
import { joinBatches } from './recorded-moves.ts'

const batchMax = 256

export function batchingWriter(
  pool: pg.Pool,
  connections: number,
): (batch: Batch) => Promise<void> {
  let waiting: { batch: Batch; resolve: () => void; reject: (error: unknown) => void }[] = []
  let free = connections
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (free > 0 && waiting.length > 0) void writeSome()
    })
  }

  async function writeSome(): Promise<void> {
    const taken = waiting.slice(0, Math.min(batchMax, Math.ceil(waiting.length / free)))
    waiting = waiting.slice(taken.length)
    free--
    try {
      const { rowCount } = await pool.query(
        turnStatement(joinBatches(taken.map(({ batch }) => batch))),
      )
      if (rowCount !== taken.length) throw new Error('a plain move was lost')
      for (const { resolve } of taken) resolve()
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    free++
    schedule()
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject })
      schedule()
    })
}
