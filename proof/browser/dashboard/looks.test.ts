/**
 * Every screen of the menu, of a shop with something on each and of one with nothing: accessible, in both
 * widths and both colours, and nothing stands out of its place.
 */
import { expect, test } from 'vitest'
import { findBarriers } from '../../../test/browser/accessibility.ts'
import { dev } from '../../../test/browser/chains.ts'
import { findMisfits, forStaff } from '../../../test/browser/layout.ts'
import { looks, lookAt, takePicture } from '../../../test/browser/screens.ts'
import { newOwner } from '../../../test/browser/shops.ts'
import { newSubscriber } from '../../../test/browser/subscriptions.ts'
import type { Visit } from '../../../test/browser/visit.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import { walker } from '../../../test/browser/dashboard/every-screen.ts'
import { goTo, logIn } from '../../../test/browser/dashboard/staff.ts'

judgeVisits()

/** Reads the name and path of every screen that the menu leads to. */
const readMenu = async ({ page }: Visit): Promise<[name: string, path: string][]> =>
  page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link): [string, string] => [
        link.textContent ?? '',
        (link.getAttribute('href') ?? '').replace('/dashboard/test', ''),
      ]),
    )

async function findFaults(visited: Visit, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const look of looks) {
    await lookAt(visited.page, look)
    await takePicture(visited.page, `dashboard-${name}`, look)
    const found = [
      ...(await findBarriers(visited.page)),
      ...(await findMisfits(visited.page, forStaff)),
    ]
    faults.push(...found.map((fault) => `${name} ${look.name}: ${fault}`))
  }
  return faults
}

/** The demo shop, with a customer who pays from two wallets. */
async function findDemo() {
  const customerId = 'customer-with-two-wallets'
  for (let wallets = 0; wallets < 2; wallets++) await newSubscriber({ customerId, allowed: 0 })
  return dev.merchant
}

/** Walks through the menu, as its links do. */
async function lookThroughMenu(
  visited: Visit,
  findOthers: (name: string, path: string) => Promise<string[]> = async () => [],
): Promise<string[]> {
  // None of a menu's links leads to where one stands, and the first one leads home.
  await goTo(visited, '/account')
  const walkTo = walker(visited)
  const menu = await readMenu(visited)
  expect(menu.length).toBeGreaterThan(5)
  const faults: string[] = []
  for (const [name, path] of menu) {
    await walkTo(`/dashboard/test${path}`)
    faults.push(...(await findFaults(visited, name.toLowerCase().replaceAll(' ', '-'))))
    faults.push(...(await findOthers(name, path)))
  }
  return faults
}

test('every screen of the menu of a shop with something is accessible and fits', async () => {
  expect(await lookThroughMenu(await logIn(await findDemo()))).toEqual([])
}, 120_000)

/** Screens on which there is something from the first day: what to set up, who one is, and what one did. */
const neverEmpty = [
  '/setup',
  '/money',
  '/verification',
  '/mails',
  '/team',
  '/audit',
  '/account',
  '/clock',
  '/profile',
]

const readEmpty = `(() => {
  const main = document.querySelector('main')
  const leaves = [...main.querySelectorAll('*')].filter((one) => one.childElementCount === 0 && one.checkVisibility())
  const texts = (found) => [...found].map((one) => one.textContent.trim())
  return {
    bare: texts(leaves).filter((text) => /^(?:0|0[.,]0+|NaN|null|undefined)$/.test(text)),
    sentences: texts(main.querySelectorAll('.empty .hint, .section > .hint')).filter((text) => text.length > 20),
  }
})()`

test('every screen of a shop with nothing yet is accessible and fits, and says what would be there, and how to get it', async () => {
  const visited = await logIn((await newOwner('Empty')).dev.merchant)
  const findOthers = async (name: string, path: string) => {
    const { bare, sentences } =
      await visited.page.evaluate<Record<'bare' | 'sentences', string[]>>(readEmpty)
    const saysNothing = sentences.length === 0 && !neverEmpty.includes(path)
    return [
      ...bare.map((text) => `${name} shows a bare ${text}`),
      ...(saysNothing ? [`${name} says nothing`] : []),
    ]
  }
  expect(await lookThroughMenu(visited, findOthers)).toEqual([])
}, 120_000)
