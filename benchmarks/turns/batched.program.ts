/**
 * The limit that batched SQL sets: it writes what the service writes, with the same statement, and decides
 * nothing. Whoever asks for moves is a process of its own, as with the service.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { serveProgram } from '../programs.ts'
import { batchingWriter } from './batching-writer.ts'
import { actorsPerRole, type Role } from './cast.ts'
import { serveOver } from './moves-wire.ts'
import { createActors, nextMove, recordActor, type RecordedActor } from './recorded-moves.ts'

export type BatchedSettings = { databaseUrl: string; connections: number }

serveProgram<BatchedSettings>(async ({ databaseUrl, connections }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const actors = new Map<Role, RecordedActor[]>()
  const write = batchingWriter(pool, connections)
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    serveOver(socket, (role, index) => write(nextMove(actors.get(role)![index]!)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    /** Creates the actors of a role, and says where moves are asked for. */
    async answer({ create }: { create: Role }) {
      const recorded = Array.from({ length: actorsPerRole }, (_, i) => recordActor(create, i))
      actors.set(create, recorded)
      await createActors(pool, recorded)
      return (server.address() as AddressInfo).port
    },
    async close() {
      server.close()
      await pool.end()
    },
  }
})
