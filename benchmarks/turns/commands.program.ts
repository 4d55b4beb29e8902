/**
 * Asks for commands over NATS, as the API does, and waits for each one's reply. A message that only
 * the system may send is put into the outbox first, with all of the same tick in one commit.
 */
import { connectBus, type Bus } from '../../src/bus/bus.ts'
import { isCommandType } from '../../src/actors/message-check.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { enqueueMessages } from '../../src/store/outbox.ts'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorsPerRole, actorTurns, creationMessages, moveMessage, type Role } from './cast.ts'

export type CommandRequest = { create: Role } | { role: Role; load: Load }

const timeoutMs = 30_000

type Settings = { databaseUrl: string; natsUrl: string }
type Dependencies = { bus: Bus; database: Database }

serveProgram<Settings>(async ({ databaseUrl, natsUrl }) => {
  const bus = await connectBus(natsUrl, createLog('warn'))
  const database = await connectDatabase(databaseUrl)
  const dependencies = { bus, database }
  const turns = {
    plan: new Uint32Array(actorsPerRole),
    subscription: new Uint32Array(actorsPerRole),
  }

  async function move(role: Role, index: number): Promise<void> {
    await askApplied(dependencies, moveMessage(role, index, turns[role][index]!++))
  }

  return {
    async answer(request: CommandRequest) {
      if ('create' in request) return createActors(dependencies, request.create)
      const next = actorTurns(request.load.concurrency)
      return runClosedLoop((slot) => move(request.role, next(slot)), request.load)
    },
    async close() {
      await bus.close()
      await database.close()
    },
  }
})

async function createActors(dependencies: Dependencies, role: Role): Promise<void> {
  const indices = Array.from({ length: actorsPerRole }, (_, index) => index)
  const told = indices.map(async (index) => {
    for (const message of creationMessages(role, index)) await askApplied(dependencies, message)
  })
  await Promise.all(told)
}

async function askApplied(dependencies: Dependencies, message: Message): Promise<void> {
  const reply = await ask(dependencies, message)
  if (reply.outcome !== 'applied')
    throw new Error(`${message.event.type} was not applied: ${JSON.stringify(reply)}`)
}

function ask({ bus, database }: Dependencies, message: Message): Promise<Reply> {
  if (isCommandType(message.kind, message.event.type)) return bus.request(message, timeoutMs)
  return tellWithOthers(database, message).then(() => bus.requestEvent(message, timeoutMs))
}

let telling: { messages: Message[]; done: Promise<void> } | null = null

function tellWithOthers(database: Database, message: Message): Promise<void> {
  if (!telling) {
    const messages: Message[] = []
    const nextTick = new Promise<void>((resolve) => setImmediate(resolve))
    const done = nextTick.then(() => {
      telling = null
      return enqueueMessages(database.pool, messages)
    })
    telling = { messages, done }
  }
  telling.messages.push(message)
  return telling.done
}
