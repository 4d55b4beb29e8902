/** Tells the story in the console: numbered steps, what was seen, and a loud stop where it is not as told. */
import { styleText } from 'node:util'

let step = 0

const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  process.stdout.isTTY ? styleText(style, text) : text

const line = (text: string): boolean => process.stdout.write(`${text}\n`)

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

/** Checks what the story says; throws with what was expected and what was seen. */
export function expectThat(what: string, seen: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(seen), JSON.stringify(expected)]
  if (is !== should) throw new Error(`${what}: expected ${should}, saw ${is}`)
  line(`   ${paint('green', 'as told')}  ${what}: ${typeof seen === 'string' ? seen : is}`)
}

export function ending(text: string): void {
  line(`\n${paint(['bold', 'green'], text)}\n`)
}

export function failure(text: string): void {
  line(`\n${paint(['bold', 'red'], 'not as told')}  ${text}\n`)
}
