/**
 * The sizes and colour schemes in which pages are tested, and their pictures: those that show what there is
 * in `docs/screens`, all others in `.cache/screens`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { toSmallPng } from './small-png.ts'
import { desktop, phone } from './visit.ts'

const root = resolve(import.meta.dirname, '../..')
export const isTakingPictures = process.env['SCREENS'] === '1'

const allLooks = [
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop-light', viewport: desktop, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: desktop, colorScheme: 'dark' },
] as const
export type Look = (typeof allLooks)[number]

/** Both widths and both colours; that one does not depend on the other is seen when pictures are taken. */
export const looks = isTakingPictures
  ? allLooks
  : allLooks.filter(({ name }) => name === 'phone-light' || name === 'desktop-dark')

/** Only these states are pictured in dark colours too: the others change in the same way. */
const nightScreens = ['waiting', 'paid', 'widget-ready', 'manage-late']

/** Widget and manage page have many states that look alike; these show what there is. */
const keptScreens = [
  'widget-offer',
  'widget-ready',
  'widget-asks',
  'widget-declined',
  'widget-subscribed',
  'widget-lowered',
  'widget-with-too-little',
  'widget-starts-later-allowed',
  'widget-permit',
  'widget-permit-waits',
  'widget-wrong-network',
  'widget-other-account',
  'widget-not-trusted',
  'widget-late',
  'widget-link-expired',
  'widget-in-russian',
  'manage-active',
  'manage-late',
  'manage-limit-used-up',
  'manage-waiting',
  'manage-paused-until',
  'manage-frozen-by-payer',
  'manage-ending',
  'manage-cancelled-with-leftover',
  'manage-flow-cancel',
  'manage-link-for-leaving',
  'manage-list',
  'manage-receipt',
  'manage-in-russian',
]

/** In the two looks in which they are pictured. */
const keptOfDashboard = [
  'home',
  'failed-charge',
  'subscription',
  'forecast',
  'exceptions',
  'integration',
  'metrics',
].map((name) => `dashboard-${name}`)

export async function lookAt(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

function isKept(screen: string, { colorScheme }: Look): boolean {
  if (keptOfDashboard.includes(screen)) return true
  if (colorScheme === 'dark') return nightScreens.includes(screen)
  return !/^(?:widget|manage)-/.test(screen) || keptScreens.includes(screen)
}

/** Takes a picture of the whole page where `SCREENS=1` asks for pictures. */
export async function takePicture(page: Page, screen: string, look: Look): Promise<void> {
  if (!isTakingPictures) return
  const folder = join(root, isKept(screen, look) ? 'docs' : '.cache', 'screens')
  mkdirSync(folder, { recursive: true })
  await page.mouse.move(0, 0)
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
  })
  writeFileSync(join(folder, `${screen}-${look.name}.png`), toSmallPng(picture))
}
