/**
 * Asks for commands as the API does, and waits for each one's reply. The worker is in this process, as `npm start` has it, or
 * in one of its own, which is this program, too, and is asked over NATS.
 */
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { noneNear } from '../../src/bus/commands.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message } from '../../src/shared/message.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { creationMessages, moveMessage, plansMax, plansOf } from './plans.ts'

const timeoutMs = 30_000

/** `databaseUrl`: of the worker in this process; `isAsking`: this process asks. */
type Settings = { natsUrl: string; databaseUrl: string | null; isAsking: boolean }

serveProgram<Settings>(async ({ natsUrl, databaseUrl, isAsking }) => {
  const log = createLog('warn')
  const near = noneNear()
  // The worker in a process that asks is known to no other.
  const nats = { url: natsUrl, prefix: databaseUrl && isAsking ? 'near' : null }
  const bus = await connectBus(nats, log, near)
  const database = databaseUrl === null ? null : await connectDatabase(databaseUrl)
  const worker = database && startWorker({ database, bus, clock: new Clock(), log })
  const turns = new Uint32Array(plansMax)
  const ask = async (message: Message): Promise<void> => {
    const { outcome } = await bus.request(message, timeoutMs)
    if (outcome !== 'applied') throw new Error(`${message.event.type} was ${outcome}`)
  }
  const create = async (_: unknown, index: number) => {
    for (const message of creationMessages(index)) await ask(message)
  }
  if (isAsking) await Promise.all(Array.from({ length: plansMax }, create))
  return {
    answer(load: Load) {
      const next = plansOf(load.concurrency)
      const move = (index: number) => ask(moveMessage(index, turns[index]!++))
      return runClosedLoop((slot) => move(next(slot)), load)
    },
    async close() {
      await worker?.stop()
      await bus.close()
      await database?.close()
    },
  }
})
