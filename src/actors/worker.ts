/** A worker: serves commands and consumes events. Workers are alike; more of them is how it scales. */
import type { Stop } from '../bus/bus.ts'
import { admitCommand, admitEvent } from '../core/turn/message-check.ts'
import { stepWithOthers } from '../shared/pulse.ts'
import { type EngineDependencies, TurnEngine } from './turn-engine.ts'

/** Starts a worker; `stop` takes no more messages, and resolves when those taken are answered. */
export function startWorker(dependencies: EngineDependencies): Stop {
  const { bus } = dependencies
  const engine = new TurnEngine(dependencies)
  const commands = bus.serveCommands((messages) =>
    Promise.all(
      messages.map((message) => {
        const admitted = admitCommand(message)
        return 'forged' in admitted
          ? engine.turnAway(message, admitted.forged)
          : engine.take(admitted.message, true)
      }),
    ),
  )
  const direct = bus.serveEvents((messages) =>
    Promise.all(messages.map((message) => engine.take(admitEvent(message), true))),
  )
  const events = bus.consumeEvents(async (messages) => {
    await Promise.all(messages.map((message) => engine.take(admitEvent(message), false)))
  })
  const leaveOthers = stepWithOthers({ what: 'turns under way', step: () => engine.finish() })
  return {
    async stop() {
      leaveOthers()
      await Promise.all([commands.stop(), direct.stop(), events.stop()])
      await engine.finish()
    },
  }
}
