/**
 * How soon the dashboard can be used on a processor slowed four times, over an open connection: what one came for
 * stands there, and the page has nothing left to do.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DevJson } from '../../examples/client/dev-json.ts'
import { desktop } from '../../test/browser/visit.ts'
import { median } from '../closed-loop.ts'
import { milliseconds, table } from '../table.ts'

const rounds = 5
const processorSlowed = 4
const root = join(import.meta.dirname, '../..')

/** Where it is opened, and what one came for, all of which has to stand there. */
const screens = {
  'login page': { path: '/dashboard', isLoggedIn: false, signs: ['input[type=password]'] },
  home: {
    path: '/dashboard/test/',
    isLoggedIn: true,
    signs: [
      '.needs-you',
      'main section:nth-of-type(2) .card',
      'main section:nth-of-type(3) canvas',
    ],
  },
} as const
type Screen = (typeof screens)[keyof typeof screens]

/** Lives three months of a shop first, so that Home has something to show. */
export async function measureDashboardPages(
  browser: Browser,
  dev: DevJson,
  dataDirectory: string,
): Promise<string> {
  await promisify(execFile)(process.execPath, [...process.execArgv, 'scripts/demo.ts', '--short'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDirectory },
  })
  return measureScreens(browser, dev)
}

async function measureScreens(browser: Browser, dev: DevJson): Promise<string> {
  const rows: string[][] = []
  for (const [name, screen] of Object.entries(screens)) {
    const times: { first: number; again: number }[] = []
    for (let round = 0; round < rounds; round++) times.push(await openTwice(browser, dev, screen))
    const middle = (which: 'first' | 'again') => median(times.map((one) => one[which]))
    rows.push([name, milliseconds(middle('first')), milliseconds(middle('again'))])
  }
  return table(['screen', 'interactive', 'again, from the cache'], rows)
}

/** Opens it in a profile of its own, so that nothing is cached, and then once more. */
async function openTwice(browser: Browser, dev: DevJson, screen: Screen) {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' })
  if (screen.isLoggedIn) await logIn(context, dev)
  const address = `${dev.baseUrl}${screen.path}`
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowed })
  const first = await open(page, address, screen)
  const again = await open(page, address, screen)
  await context.close()
  return { first, again }
}

async function logIn({ request }: BrowserContext, { baseUrl, merchant }: DevJson): Promise<void> {
  const { email, password } = merchant
  const answer = await request.post(`${baseUrl}/dashboard/api/login`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`nobody was logged in: ${answer.status()}`)
}

/** Returns the milliseconds from the start of the navigation. */
async function open(page: Page, address: string, { signs }: Screen): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  for (const sign of signs) await page.locator(sign).first().waitFor()
  // The first moment at which the page's script has nothing to do.
  return page.evaluate<number>(
    'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))',
  )
}
