/**
 * The story of the product, told in the console against the running service by a client that knows
 * only HTTP and the chain's RPC. It fails when anything differs from the story.
 */
import { readDevJson } from '../examples/client/dev-json.ts'
import { Merchant } from '../examples/client/merchant.ts'
import { Payer } from '../examples/client/payer.ts'
import { startReceiver } from '../examples/client/webhook-receiver.ts'
import { charging, subscribing } from './demo/beginning.ts'
import { ending, failure, heading, says } from './demo/narrator.ts'
import { cancelling, pausing } from './demo/leaving.ts'
import { missingMoney } from './demo/missing-money.ts'
import { paying, payingTooLate } from './demo/paying.ts'
import { readingTheTruth } from './demo/truth.ts'
import { livingAYear } from './demo/world/world.ts'

async function tell(): Promise<void> {
  const dev = readDevJson(process.env['DATA_DIR'] ?? '.data')
  const merchant = new Merchant(dev)
  const payer = new Payer(dev)
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
    await livingAYear(story)
    ending('Everything was as told.')
  } finally {
    await receiver.stop()
  }
}

try {
  await tell()
  process.exit(0)
} catch (error) {
  failure(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
