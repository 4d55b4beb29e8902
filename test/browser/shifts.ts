/** Loads a page whose answers come late, and finds what jumped about meanwhile, under somebody's finger. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { findMisfits } from './layout.ts'

/** Half of what Google's Web Vitals call good. */
const shiftMax = 0.05
const lateMs = 300
/** A screen of many answers, each late, on a machine that does much else. */
const loadedWithinMs = 60_000

/** The widths that people have, each with the least of height that goes along with it. */
export const screens = [
  { width: 360, height: 740 },
  { width: 390, height: 800 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const
type Screen = (typeof screens)[number]

/** Opens an address in another tab of a profile, and returns the tab with all that it has read, and what is wrong with it. */
export async function loadLate(
  context: BrowserContext,
  address: string,
  { width, height }: Screen,
): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.addInitScript(watchShifts)
  await page.route(isRead, async (route) => {
    await page.waitForTimeout(lateMs)
    await route.fallback()
  })
  const isQuiet = quiet(page)
  await page.goto(address)
  await expect
    .poll(isQuiet, { interval: 100, timeout: loadedWithinMs, message: address })
    .toBe(true)
  const wide = (await findMisfits(page)).filter((fault) => fault.startsWith('the page is'))
  const found = [...(await findJumps(page)), ...wide]
  return { page, faults: found.map((fault) => `${address} ${width}: ${fault}`) }
}

/** Returns what moved by itself since `watchShifts`, if it was more than an eye overlooks. */
export async function findJumps(page: Page): Promise<string[]> {
  const jumps = await page.evaluate<{ value: number; moved: string }[]>('window.jumps')
  const sum = jumps.reduce((all, { value }) => all + value, 0)
  const said = jumps.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`).join('; ')
  return sum > shiftMax ? [`jumps by ${sum.toFixed(2)}: ${said}`] : []
}

/** Streams are never answered to the end; files come from the same server and are kept. */
const isRead = (url: URL): boolean =>
  !/\/(?:assets\/|live$)|\/checkout\/.*\/events$/.test(url.pathname)

/** Says whether nothing is under way any more, and was not when it was asked before. */
function quiet(page: Page): () => Promise<boolean> {
  const underWay = new Set<Request>()
  page.on('request', (one) => isRead(new URL(one.url())) && underWay.add(one))
  page.on('requestfinished', (one) => underWay.delete(one))
  page.on('requestfailed', (one) => underWay.delete(one))
  let times = 0
  return async () => {
    const isComing = await page.evaluate<boolean>(
      `document.querySelector('main .progress, [aria-busy=true]') !== null`,
    )
    times = underWay.size === 0 && !isComing ? times + 1 : 0
    return times > 2
  }
}

export const watchShifts = `
  window.jumps = []
  window.watch?.disconnect()
  window.watch = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const [node] = sources.map((source) => source.node).filter(Boolean)
      const moved = (node?.nodeName ?? 'something') + ' "' + (node?.textContent ?? '').trim().slice(0, 40) + '"'
      if (!hadRecentInput) window.jumps.push({ value, moved })
    }
  })
  window.watch.observe({ type: 'layout-shift', buffered: document.readyState === 'loading' })`
