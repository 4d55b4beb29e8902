/** The manage page of the customer; null where this tab has no token. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { recallToken } from '../session/token.ts'

/** The token goes along: the manage page takes it out of its address as this page has. */
export function manageAddressOf(
  manageUrl: string,
  subscription: Pick<OwnSubscription, 'contractAddress'> | null,
): string | null {
  const token = recallToken()
  if (token === null) return null
  const address = new URL(`${manageUrl}/`)
  address.searchParams.set('session', token)
  if (subscription) address.searchParams.set('subscription', subscription.contractAddress)
  return address.href
}
