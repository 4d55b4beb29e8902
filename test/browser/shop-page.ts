/** A page of a shop, of another origin, with one of ours in a frame. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

let server: Server | undefined

/** Call in every test file that opens a shop. */
export const closeShops = (): void => afterEach(() => void server?.close())

/** Frames an address, and lists what the shop's page is told. */
export const openShop = (framed: string): Promise<string> =>
  serveShop(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><ol></ol>
    <iframe title="Subscribe" src="${framed}" width="320" height="800" allow="clipboard-write"></iframe>
    <script>addEventListener('message', ({ origin, data }) => {
      const line = document.createElement('li')
      line.textContent = origin + ' ' + JSON.stringify(data)
      document.querySelector('ol').append(line)
    })</script></html>`)

/** Serves a page of a shop at an origin of its own, which is returned. */
export async function serveShop(html: string): Promise<string> {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
