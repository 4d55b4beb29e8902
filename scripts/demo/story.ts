/** The people of the story, and how long they wait for each other. */
import { eventually } from '../../examples/client/eventually.ts'
import type { Merchant, SubscriptionJson } from '../../examples/client/merchant.ts'
import type { Payer } from '../../examples/client/payer.ts'
import type { WebhookReceiver } from '../../examples/client/webhook-receiver.ts'

export type Story = {
  merchant: Merchant
  payer: Payer
  receiver: WebhookReceiver
  /** The position of the log's last event before the story began. */
  firstEvent: number
}

export const periodDays = 31

/** Waits until the subscription meets the condition `isSo`. */
export function whenSubscription(
  { merchant }: Story,
  contractAddress: string,
  what: string,
  isSo: (subscription: SubscriptionJson) => boolean,
): Promise<SubscriptionJson> {
  return eventually(what, async () => {
    const subscription = await merchant.read(contractAddress)
    return isSo(subscription) ? subscription : null
  })
}

export const whenStatus = (story: Story, contractAddress: string, status: string) =>
  whenSubscription(story, contractAddress, `status ${status}`, (seen) => seen.status === status)

/** Waits until a webhook of this type about this contract has arrived. */
export function whenReported(
  { receiver }: Story,
  contractAddress: string,
  eventType: string,
  status: string,
): Promise<true> {
  return eventually(`the webhook ${eventType} ${status}`, () =>
    Promise.resolve(
      receiver.received.some((event) => {
        const resource = (event['subscription'] ?? event['charge']) as
          | { contractAddress: string; status: string }
          | undefined
        return (
          event.eventType === eventType &&
          resource?.contractAddress === contractAddress &&
          resource.status === status
        )
      }) || null,
    ),
  )
}
