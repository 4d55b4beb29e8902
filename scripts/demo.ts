/**
 * Tells the story of the product in the console against the running service by a client that knows
 * only HTTP and the chain's RPC, and then a year of a shop. It fails when anything differs from the story.
 *
 *     npm run demo                  a year, and some forty subscriptions
 *     npm run demo -- --short       three months, and a few of each kind
 */
import { parseArgs } from 'node:util'
import { readDevJson } from '../examples/client/dev-json.ts'
import { Merchant } from '../examples/client/merchant.ts'
import { Payer } from '../examples/client/payer.ts'
import { startReceiver } from '../examples/client/webhook-receiver.ts'
import { charging, subscribing } from './demo/beginning.ts'
import { ending, failure, heading, invitation, says } from './demo/narrator.ts'
import { cancelling, pausing } from './demo/leaving.ts'
import { missingMoney } from './demo/missing-money.ts'
import { paying, payingTooLate } from './demo/paying.ts'
import { readingTheTruth } from './demo/truth.ts'
import type { Season } from './demo/world/customers.ts'
import { quarter } from './demo/world/quarter.ts'
import { living } from './demo/world/world.ts'
import { year } from './demo/world/year.ts'

/** Reads the season that is wished; throws where another option is given. */
function readSeason(): Season {
  const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
  return values.short ? quarter : year
}

/** Throws an error that says what to start where the service of the data directory does not answer. */
async function requireService(dataDirectory: string, baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/ready`).catch(() => null)
  if (answer?.ok !== true)
    throw new Error(
      `the service of ${dataDirectory} ${answer ? `is not ready (${answer.status})` : 'does not answer'} at ${baseUrl}: start it first (npm start), with the same DATA_DIR, then run this again`,
    )
}

async function tell(season: Season): Promise<void> {
  const dataDirectory = process.env['DATA_DIR'] ?? '.data'
  const dev = readDevJson(dataDirectory)
  await requireService(dataDirectory, dev.baseUrl)
  invitation(dev)
  const merchant = new Merchant(dev)
  const payer = new Payer(dev, { mines: true })
  const receiver = await startReceiver(dev.merchant)
  const story = { merchant, payer, receiver, firstEvent: await merchant.lastEventSeq() }
  try {
    heading('The shop says where it wants to be told')
    await merchant.sendWebhooksTo(receiver.url)
    says(`webhooks go to ${receiver.url}, signed under the key ${dev.merchant.apiKey}`)

    await paying(story)
    await payingTooLate(story)
    const contractAddress = await subscribing(story)
    await charging(story, contractAddress)
    await missingMoney(story, contractAddress)
    await pausing(story, contractAddress)
    await cancelling(story, contractAddress)
    await readingTheTruth(story, contractAddress)
    await living(story, season)
    ending('Every check passed.')
    invitation(dev)
  } finally {
    await receiver.stop()
  }
}

try {
  await tell(readSeason())
  process.exit(0)
} catch (error) {
  failure(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
