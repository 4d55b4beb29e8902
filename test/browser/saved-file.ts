import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'

/** Reads the text of the file that the page hands out. */
export async function savedBy(page: Page, act: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await act()
  const path = join(mkdtempSync(join(tmpdir(), 'mandate-saved-')), 'file')
  await (await download).saveAs(path)
  const text = readFileSync(path, 'utf8')
  rmSync(dirname(path), { recursive: true })
  return text
}
