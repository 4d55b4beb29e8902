/** A worker: serves commands and consumes events. Workers are alike; more of them is how it scales. */
import type { Stop } from '../bus/bus.ts'
import { type EngineDependencies, TurnEngine } from './turn-engine.ts'

/** Starts a worker; `stop` takes no more, and resolves when what was taken is answered. */
export function startWorker(dependencies: EngineDependencies): Stop {
  const { bus } = dependencies
  const engine = new TurnEngine(dependencies)
  const commands = bus.serveCommands((messages) =>
    Promise.all(messages.map((message) => engine.take(message, true))),
  )
  const events = bus.consumeEvents(async (messages) => {
    await Promise.all(messages.map((message) => engine.take(message, false)))
  })
  return {
    async stop() {
      await Promise.all([commands.stop(), events.stop()])
      await engine.finish()
    },
  }
}
