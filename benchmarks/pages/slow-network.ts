/**
 * A slow network, as Lighthouse defines "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip
 * (core/config/constants.js, `throttling.mobileSlow4G`). Where it throttles by the browser, it takes 3.75
 * round trips for a request, for connections that are still to be opened, 0.9 of the rates, and a
 * processor slowed four times. Both are measured.
 */
import type { Page } from 'playwright-core'

const kilobit = 1024 / 8
const rates = { download: 1.6 * 1024 * kilobit, upload: 750 * kilobit }
const roundTripMs = 150

export type SlowNetwork = { name: string; latencyMs: number; rate: number; processorSlowed: number }

export const slowNetworks: SlowNetwork[] = [
  { name: 'connection open', latencyMs: roundTripMs, rate: 1, processorSlowed: 1 },
  {
    name: 'as Lighthouse throttles',
    latencyMs: 3.75 * roundTripMs,
    rate: 0.9,
    processorSlowed: 4,
  },
]

/** Slows the page's network and processor from now on. */
export async function slowDown(page: Page, network: SlowNetwork): Promise<void> {
  const { latencyMs: latency, rate, processorSlowed } = network
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: rates.download * rate,
    uploadThroughput: rates.upload * rate,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowed })
}
