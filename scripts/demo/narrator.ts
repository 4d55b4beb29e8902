/**
 * Tells the story in the console: numbered steps, what was seen, and an error where it differs from
 * the story.
 */
import { styleText } from 'node:util'
import type { DevJson } from '../../examples/client/dev-json.ts'

let step = 0

const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  process.stdout.isTTY ? styleText(style, text) : text

const line = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Says where to look at it, as the service does when it starts. */
export function invitation({ baseUrl, merchant }: DevJson): void {
  line(`  Open ${baseUrl}/dashboard and log in as ${merchant.email}, password ${merchant.password}`)
}

export function heading(text: string): void {
  step += 1
  line(`\n${paint('bold', `${step}. ${text}`)}`)
}

export function says(text: string): void {
  line(`   ${text}`)
}

export function request(text: string): void {
  line(`   ${paint('cyan', text)}`)
}

/** Compares what was seen with the story; throws with both where they differ. */
export function expectThat(what: string, seen: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(seen), JSON.stringify(expected)]
  if (is !== should) throw new Error(`${what}: expected ${should}, saw ${is}`)
  line(`   ${paint('green', 'checked')}  ${what}: ${typeof seen === 'string' ? seen : is}`)
}

export function ending(text: string): void {
  line(`\n${paint(['bold', 'green'], text)}\n`)
}

export function failure(text: string): void {
  line(`\n${paint(['bold', 'red'], 'failed')}  ${text}\n`)
}
