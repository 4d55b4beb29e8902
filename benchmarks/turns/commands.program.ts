/** Asks for commands over NATS, as the API does, and waits for each one's reply. */
import { connectBus } from '../../src/bus/bus.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message } from '../../src/shared/message.ts'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { creationMessages, moveMessage, plansMax, plansOf } from './plans.ts'

const timeoutMs = 30_000

serveProgram<{ natsUrl: string }>(async ({ natsUrl }) => {
  const bus = await connectBus(natsUrl, createLog('warn'))
  const turns = new Uint32Array(plansMax)
  const ask = async (message: Message): Promise<void> => {
    const { outcome } = await bus.request(message, timeoutMs)
    if (outcome !== 'applied') throw new Error(`${message.event.type} was ${outcome}`)
  }
  await Promise.all(
    Array.from({ length: plansMax }, async (_, index) => {
      for (const message of creationMessages(index)) await ask(message)
    }),
  )
  return {
    answer(load: Load) {
      const next = plansOf(load.concurrency)
      const move = (index: number) => ask(moveMessage(index, turns[index]!++))
      return runClosedLoop((slot) => move(next(slot)), load)
    },
    close: () => bus.close(),
  }
})
