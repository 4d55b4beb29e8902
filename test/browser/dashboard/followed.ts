/** Numbers of a screen, each followed to its rows, which are counted and added up. */
import type { Page } from 'playwright-core'
import type { Merchant } from '../../../examples/client/merchant.ts'
import type { Visit } from '../visit.ts'
import { walker } from './every-screen.ts'

/** A number stands under a name, in a text, leading to an address. */
type NumberLink = { name: string; text: string; href: string }
type Row = Record<string, unknown> & { payer?: string }
/** `told`: what the list says above its rows, of which an empty one says nothing. */
export type Followed = NumberLink & { shown: number; told: string; rows: Row[] }

const isOfRows =
  /\/dashboard\/test\/(subscriptions|charges|exceptions|forecast\/charges|reconciliation\/differences)(?:\?|$)/
const rowsMax = 100

/** The numbers of the screen that lead to rows, each address once for all that is said with it. */
async function findNumbers(page: Page): Promise<NumberLink[]> {
  const links = await page
    .getByRole('main')
    .locator('a[href]')
    .evaluateAll((found) =>
      found.map((link) => {
        const card = link.closest('.needs-you')
        const text = card ? card.querySelector('.sentence')!.textContent : link.textContent
        const figure = link.closest('.figures > div')
        return { name: figure?.querySelector('abbr')?.textContent ?? '', text, href: link.href }
      }),
    )
  return links.filter(({ href, text }) => isOfRows.test(href) && /\d/.test(text))
}

/**
 * Follows each number, reads how many rows the list says it has, and comes back. By its address: the page is made anew
 * every few seconds, and its links name another moment then.
 */
export async function followNumbers(visited: Visit, merchant: Merchant): Promise<Followed[]> {
  const { page } = visited
  const walkTo = walker(visited)
  const numbers = await findNumbers(page)
  const screen = page.url()
  const followed: Followed[] = []
  for (const [href, named] of Map.groupBy(numbers, (one) => one.href)) {
    await walkTo(href)
    const shown = await readShown(page)
    const told = (await page.locator('.totals').allInnerTexts()).join().replaceAll(/\s/g, ' ')
    const rows = await readRows(merchant, href)
    followed.push(...named.map((one) => ({ ...one, shown, told, rows })))
    // Two lists that differ by their filters alone are one screen, on which nobody would see it arrive.
    await walkTo(screen)
  }
  return followed
}

/** Returns how many rows the list says it has: in its totals, or beside its pages. */
async function readShown(page: Page): Promise<number> {
  const said = page.locator('.totals strong, .pager .hint, .empty')
  const text = await said.first().innerText()
  return Number(/(\d+)\D*$/.exec(text.replaceAll(/[\s,.]/g, ''))?.[1] ?? 0)
}

async function readRows(merchant: Merchant, href: string): Promise<Row[]> {
  const [, list] = isOfRows.exec(href)!
  const query = new URL(href).searchParams
  query.set('limit', String(rowsMax))
  const answer = await merchant.asPerson<Record<string, Row[]>>(
    'GET',
    `/test/${list}?${String(query)}`,
  )
  return Object.values(answer).find(Array.isArray) ?? []
}

/** Figures of a month's part of what rows bring in whole periods: their list says what that comes to. */
const monthly = ['MRR', 'New']

/** Lists where a number does not fit its rows: how many there are, and what they come to. */
export function faultsOf({ name, text, href, shown, told, rows }: Followed): string[] {
  const plain = text.replaceAll(/\s/g, ' ')
  const amounts = plain.match(/[\d.]+ lt\w+/g) ?? []
  const counts = plain.replaceAll(/[\d.]+ lt\w+/g, '').match(/\d+/g) ?? []
  const count = name === 'Active payers' ? new Set(rows.map(({ payer }) => payer)).size : shown
  const field = new URL(href).searchParams.get('knownTo') ?? 'amount'
  const isMonthly = monthly.includes(name)
  const isSummed = amounts.length > 0 && !isMonthly
  const sum = isSummed ? addUp(rows.map((row) => row[field] as string)) : null
  const wrong = [
    ...counts.filter((one) => Number(one) !== count).map((one) => `${one}, not ${count}`),
    ...amounts
      .filter((one) => sum !== null && toBaseUnits(one) !== sum)
      .map((one) => `${one}, not ${sum} base units`),
    ...amounts
      .filter(
        (one) =>
          isMonthly && !(told === '' ? toBaseUnits(one) === 0n : told.includes(`${one} a month`)),
      )
      .map((one) => `${one}, and its list says "${told}"`),
    ...(shown === rows.length ? [] : [`${shown} shown, ${rows.length} listed`]),
  ]
  return wrong.map((fault) => `${name} "${plain}" (${href}): ${fault}`)
}

const decimals = 6
const addUp = (amounts: string[]): bigint =>
  amounts.reduce((sum, amount) => sum + toBaseUnits(amount), 0n)

function toBaseUnits(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split(' ', 1)[0]!.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}
