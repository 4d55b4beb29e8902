/** The answers of this process's servers that have not ended: a server hears a moment later that a caller has hung up. */
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

const open = new Set<ServerResponse>()
let oneEnded = Promise.withResolvers<void>()

subscribe('http.server.request.start', (message) => {
  const { response } = message as { response: ServerResponse }
  open.add(response)
  response.once('close', () => {
    open.delete(response)
    oneEnded.resolve()
    oneEnded = Promise.withResolvers()
  })
})

/** Resolves when every request that has arrived is answered, or its caller is known to have gone. */
export async function untilNoneIsOpen(): Promise<void> {
  while (open.size > 0) await oneEnded.promise
}
