/** Asks the batching writer of another process for moves, in a closed loop. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { type Load, runClosedLoop } from '../closed-loop.ts'
import { serveProgram } from '../programs.ts'
import { actorTurns, type Role } from './cast.ts'
import { askOver } from './moves-wire.ts'

serveProgram<{ port: number }>(async ({ port }) => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const ask = askOver(socket)
  return {
    answer({ role, load }: { role: Role; load: Load }) {
      const next = actorTurns(load.concurrency)
      return runClosedLoop((slot) => ask({ slot, role, index: next(slot) }), load)
    },
    close: async () => void socket.destroy(),
  }
})
