/** Asks for commands over NATS, as the API does, and waits for each one's reply. */
import { connectBus, type Bus } from '../../src/bus/bus.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message } from '../../src/shared/message.ts'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorsPerRole, actorTurns, creationMessages, moveMessage, type Role } from './cast.ts'

export type CommandRequest = { create: Role } | { role: Role; load: Load }

const timeoutMs = 30_000

serveProgram<{ natsUrl: string }>(async ({ natsUrl }) => {
  const bus = await connectBus(natsUrl, createLog('warn'))
  const turns = {
    plan: new Uint32Array(actorsPerRole),
    subscription: new Uint32Array(actorsPerRole),
  }

  async function move(role: Role, index: number): Promise<void> {
    await askApplied(bus, moveMessage(role, index, turns[role][index]!++))
  }

  return {
    async answer(request: CommandRequest) {
      if ('create' in request) return createActors(bus, request.create)
      const next = actorTurns(request.load.concurrency)
      return runClosedLoop((slot) => move(request.role, next(slot)), request.load)
    },
    close: () => bus.close(),
  }
})

async function createActors(bus: Bus, role: Role): Promise<void> {
  const indices = Array.from({ length: actorsPerRole }, (_, index) => index)
  const told = indices.map(async (index) => {
    for (const message of creationMessages(role, index)) await askApplied(bus, message)
  })
  await Promise.all(told)
}

async function askApplied(bus: Bus, message: Message): Promise<void> {
  const reply = await bus.request(message, timeoutMs)
  if (reply.outcome !== 'applied')
    throw new Error(`${message.event.type} was not applied: ${JSON.stringify(reply)}`)
}
