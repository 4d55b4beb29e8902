/**
 * The sizes and colour schemes in which pages are tested, and their pictures: all of them in `.cache/screens`, and those
 * that documents show in `docs/screens`.
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

/** The pictures that documents show. */
const shown = [
  'waiting-desktop-light',
  'waiting-phone-light',
  'paid-phone-light',
  'widget-ready-phone-light',
  'manage-late-phone-light',
  'dashboard-home-desktop-light',
  'dashboard-failed-charge-desktop-light',
  'dashboard-forecast-desktop-light',
]

export async function lookAt(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Takes a picture of the whole page where `SCREENS=1` asks for pictures. */
export async function takePicture(page: Page, screen: string, look: Look): Promise<void> {
  if (!isTakingPictures) return
  await page.mouse.move(0, 0)
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
  })
  const name = `${screen}-${look.name}`
  for (const folder of shown.includes(name) ? ['.cache', 'docs'] : ['.cache']) {
    mkdirSync(join(root, folder, 'screens'), { recursive: true })
    writeFileSync(join(root, folder, 'screens', `${name}.png`), toSmallPng(picture))
  }
}
