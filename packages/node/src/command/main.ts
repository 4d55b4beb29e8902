#!/usr/bin/env node
/** The command `mandate`: what happens at the service, as it happens, and whether an endpoint is right. */
import * as checkWebhookArguments from '../check-webhook/arguments.ts'
import { checkWebhook, type Result } from '../check-webhook/check-webhook.ts'
import { readRealEvents } from '../check-webhook/real-events.ts'
import { writeResult, writeSum } from '../check-webhook/report.ts'
import * as listenArguments from '../listen/arguments.ts'
import { listen } from '../listen/listen.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error(signal)))

// A reader of the output, such as `head`, may close it early.
process.stdout.on('error', (error) => stopped.abort(error))

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Each returns its exit code; `failed` is that of what was thrown. */
const commands: Record<string, { run: (given: string[]) => Promise<number>; failed: number }> = {
  listen: { run: runListen, failed: 1 },
  'check-webhook': { run: runCheckWebhook, failed: 2 },
}

async function runListen(given: string[]): Promise<number> {
  const asked = listenArguments.readArguments(given, process.env)
  if (asked === 'help') process.stdout.write(listenArguments.usage)
  else await listen(asked, print, stopped.signal)
  return 0
}

async function runCheckWebhook(given: string[]): Promise<number> {
  const asked = checkWebhookArguments.readArguments(given, process.env)
  if (asked === 'help') {
    process.stdout.write(checkWebhookArguments.usage)
    return 0
  }
  const { target, service } = asked
  const { signal } = stopped
  const realEvents = service && (await readRealEvents(service, signal))
  print(`${target.url} is called as the service would, signed by ${target.key.apiKey}`)
  const results: Result[] = []
  for await (const result of checkWebhook(target, { signal, realEvents })) {
    results.push(result)
    for (const line of writeResult(result)) print(line)
  }
  print(writeSum(results))
  return results.some(({ outcome }) => outcome === 'Broken') ? 1 : 0
}

const [name = '--help', ...given] = process.argv.slice(2)
const command = commands[name]
try {
  if (name === '--help' || name === '-h')
    process.stdout.write(`${listenArguments.usage}\n${checkWebhookArguments.usage}`)
  else if (command) process.exitCode = await command.run(given)
  else
    throw new Error(
      `'${name}' is no command; try: mandate ${Object.keys(commands).join(', or mandate ')}`,
    )
} catch (error) {
  process.stderr.write(`mandate: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = command?.failed ?? 2
}
