/**
 * Leads the payer back to the shop. The link is shown only once the outcome is known. The page leaves by itself only
 * after a success that the payer has watched and that leaves nothing to read.
 */
import { toAllowedTarget } from '../input/allowed-target.ts'
import { outcomeOf, type PageState } from './page-state.ts'
import type { PaymentView } from './payment-view.ts'
import type { Query } from './query.ts'

export const leaveAfterSeconds = 8

export type ReturnPlan = { host: string; address: string; leavesByItself: boolean }

type Targets = Pick<Query, 'successTarget' | 'failTarget'>

/**
 * Null while the outcome is open, where the shop gave no safe address, and where the shop's allowed
 * hosts do not include it.
 */
export function planReturn(
  view: Pick<PaymentView, 'id' | 'otherTokens' | 'returnHosts'>,
  state: PageState,
  { successTarget, failTarget }: Targets,
  wasWatched: boolean,
): ReturnPlan | null {
  const outcome = outcomeOf(state)
  const wanted = outcome === 'success' ? successTarget : failTarget
  const target = toAllowedTarget(wanted, view.returnHosts)
  if (outcome === null || target === null) return null
  return {
    host: target.host,
    address: withPaymentId(target, view.id),
    leavesByItself: wasWatched && state === 'paid' && view.otherTokens.length === 0,
  }
}

/**
 * Adds the payment's id behind the address's own query, which stays as it is: shops sign theirs, and some write it in ways that
 * `URLSearchParams` knows no more. It proves nothing: the shop asks the service.
 */
export function withPaymentId({ href, hash }: URL, paymentId: string): string {
  const [path = '', ...queries] = href.slice(0, href.length - hash.length).split('?')
  const own = queries.join('?').replace(/(?:^|&)payment-id=[^&]*/g, '')
  return `${path}?${own}${own === '' || own.endsWith('&') ? '' : '&'}payment-id=${paymentId}${hash}`
}
