/** The shop's endpoint for a year: it takes everything, but for some weeks in which it answers 503. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ShakyEndpoint = { url: string; isDown: boolean; stop(): void }

export async function startShakyEndpoint(): Promise<ShakyEndpoint> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      if (endpoint.isDown) response.writeHead(503).end('the shop is being moved')
      else response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint: ShakyEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    isDown: false,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return endpoint
}
