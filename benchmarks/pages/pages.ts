/** Pages in a real browser, before a service started as `npm start` starts it. */
import { chromium } from 'playwright-core'
import { type DevJson, readDevJson } from '../../examples/client/dev-json.ts'
import type { Browser } from 'playwright-core'
import { startChromium } from '../../test/browser/chromium.ts'
import { startOwnService } from '../own-service.ts'

/** Returns what `measure` says of the pages. */
export async function measurePages(
  measure: (browser: Browser, dev: DevJson, dataDirectory: string) => Promise<string>,
): Promise<string> {
  const service = await startOwnService('pages')
  const server = await startChromium()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    return await measure(browser, readDevJson(service.dataDirectory), service.dataDirectory)
  } finally {
    await server.close()
    await service.stop()
  }
}
