/** The virtual object of the Restate comparison: a plan of the same size, kept in Restate's state. */
import * as restate from '@restatedev/restate-sdk'
import { serveProgram } from '../programs.ts'
import { recordActor } from '../turns/recorded-moves.ts'

const { actor } = recordActor('plan', 0).moves[1].actors[0]

const plan = restate.object({
  name: 'plan',
  handlers: {
    async move(context, message) {
      const before = (await context.get('actor')) ?? actor
      const status = message.event.type === 'plan.archive' ? 'Archived' : 'Active'
      const after = { ...before, status, revision: before.revision + 1 }
      context.set('actor', after)
      return after
    },
  },
})

serveProgram(async ({ port }) => {
  await restate.serve({ services: [plan], port, logger: () => undefined })
  return { answer: async () => undefined, close: async () => undefined }
})
