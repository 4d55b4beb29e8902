/**
 * A process that starts the servers of a stack, prints their addresses and process ids as one line of JSON, and stays until
 * it is ended.
 */
import { startStack, type StackUrls } from '../../test/embedded/stack-servers.ts'

export interface StackDescription {
  pid: number
  serverPids: number[]
  urls: StackUrls
}

if (import.meta.main) {
  const { urls, serverPids } = await startStack(process.argv[2]!)
  const description: StackDescription = { pid: process.pid, serverPids: serverPids(), urls }
  process.stdout.write(`${JSON.stringify(description)}\n`)
  setInterval(() => {}, 1_000)
}
