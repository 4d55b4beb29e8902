#!/usr/bin/env node
/** The command `mandate`: what happens at the service, as it happens. */
import { readArguments, usage } from './arguments.ts'
import { listen } from './listen.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error(signal)))

// Who reads along may have read enough, as `head` has.
process.stdout.on('error', (error) => stopped.abort(error))

try {
  const asked = readArguments(process.argv.slice(2), process.env)
  if (asked === 'help') process.stdout.write(usage)
  else await listen(asked, (line) => process.stdout.write(`${line}\n`), stopped.signal)
} catch (error) {
  process.stderr.write(`mandate: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
