/**
 * The fonts of the tests' Chromium. The package brings a configuration of its own, which names absolute
 * folders of other machines (one is `/tmp/fonts`): where nobody else has filled them there is no font
 * at all, and every text is 0 pixels high.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserServer, chromium } from 'playwright-core'

/**
 * Writes a configuration that knows the fonts in `fontFolder` and no others, so that pages look the
 * same on every machine. Returns the environment that a browser needs to use it.
 */
export async function configureFonts(
  fontFolder: string,
  folder: string,
): Promise<NodeJS.ProcessEnv> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(fontFolder)}</dir>
  <cachedir>${escapeXml(join(folder, 'cache'))}</cachedir>
</fontconfig>
`,
  )
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: folder }
}

/**
 * Makes sure that the browser draws text.
 *
 * @throws where a line of text has no height, or its letters have no ink
 */
export async function requireVisibleText(server: BrowserServer): Promise<void> {
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    const page = await browser.newPage()
    await page.setContent('<span>Ag 1 Ж</span>')
    const height = await page.locator('span').evaluate((span) => span.offsetHeight)
    if (height === 0 || !(await page.evaluate(hasInk)))
      throw new Error(
        `the browser of the tests shows no text (a line is ${height} pixels high): it finds no fonts; see test/browser/fonts.ts`,
      )
  } finally {
    await browser.close()
  }
}

/** Draws on a canvas: a picture of a page is now and then refused by a browser that has just started. */
const hasInk = `(() => {
  const brush = document.createElement('canvas').getContext('2d')
  brush.fillText('Ag 1 Ж', 10, 50)
  return brush.getImageData(0, 0, 100, 100).data.some((value) => value > 0)
})()`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
