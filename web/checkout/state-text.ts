/** The heading of each state and its meaning for the payer: never only "error". */
import type { Translate } from '../messages/checkout/checkout-texts.ts'
import { isZero, writeMoney } from '../parts/money-text.ts'
import { linkToSupport, type ShopLink } from '../parts/shop.ts'
import { isTakenBack, outcomeOf, type PageState } from './page-state.ts'
import type { PaymentView } from './payment-view.ts'

export type StateText = { heading: string; hints: string[] }

type Writer = (say: Translate, view: PaymentView) => StateText

const writers: Record<PageState, Writer> = {
  waiting: (say) => ({ heading: say('choose'), hints: [say('chooseHint')] }),
  partial: (say, view) => ({
    heading: say('payTheRest', { amount: writeMoney(view.dueAmount, view) }),
    hints: [say('payTheRestHint', { seen: writeMoney(view.seenAmount, view) })],
  }),
  takenBack: (say) => ({
    heading: say('takenBack'),
    hints: [say('takenBackHint'), say('takenBackCare')],
  }),
  sent: (say, view) => ({
    heading: say('sent'),
    hints: [say('sentHint'), ...takenBackHints(say, view)],
  }),
  // The reason stands beside the two addresses.
  blocked: (say) => ({ heading: say('doNotPay'), hints: [] }),
  confirming: (say) => ({ heading: say('confirming'), hints: [say('confirmingHint')] }),
  paid: (say, view) => ({
    heading: say('paid'),
    hints: [
      isZero(view.refundedAmount)
        ? say('paidHint', merchantOf(view))
        : say('excessRefundedHint', {
            ...merchantOf(view),
            amount: writeMoney(view.refundedAmount, view),
          }),
    ],
  }),
  overpaid: (say, view) => ({
    heading: say('overpaid', { excess: writeMoney(view.excessAmount, view) }),
    hints: [say('paidHint', merchantOf(view)), say('overpaidHint', merchantOf(view))],
  }),
  refunded: (say, view) => ({
    heading: say('refunded'),
    hints: [
      say('refundedHint', {
        ...merchantOf(view),
        amount: writeMoney(view.refundedAmount, view),
      }),
      say('contactMerchant', merchantOf(view)),
    ],
  }),
  expired: (say, view) => ({
    heading: say('expired'),
    hints: [
      isTakenBack(view) ? say('takenBackHint') : say('expiredHint', merchantOf(view)),
      say('stillWatching'),
    ],
  }),
  underpaid: (say, view) => ({
    heading: say('underpaid', { amount: writeMoney(view.dueAmount, view) }),
    hints: [
      ...takenBackHints(say, view),
      say('underpaidHint', arrived(view)),
      say('contactMerchant', merchantOf(view)),
    ],
  }),
  late: (say, view) => ({
    heading: say('late'),
    hints: [say('lateHint', arrived(view)), say('contactMerchant', merchantOf(view))],
  }),
  cancelled: (say, view) => ({
    heading: say('cancelled'),
    hints: [say('cancelledHint', merchantOf(view)), say('stillWatching')],
  }),
  paidAfterCancel: (say, view) => ({
    heading: say('paidAfterCancel'),
    hints: [say('paidAfterCancelHint', arrived(view)), say('contactMerchant', merchantOf(view))],
  }),
}

export const writeState = (say: Translate, view: PaymentView, state: PageState): StateText =>
  writers[state](say, view)

/** The hints say to ask the shop. */
export const asksShop = ({ otherTokens }: PaymentView, state: PageState): boolean =>
  ['overpaid', 'blocked'].includes(state) ||
  outcomeOf(state) === 'failure' ||
  otherTokens.length > 0

/** The way to ask the shop about this payment. */
export const supportOf = (say: Translate, { shop, id }: PaymentView): ShopLink | null =>
  linkToSupport(shop, `${say('paymentNumber')} ${id}`)

/** Explains why less is shown than before, in states other than `takenBack`. */
const takenBackHints = (say: Translate, view: PaymentView): string[] =>
  isTakenBack(view) ? [say('takenBackHint')] : []

const merchantOf = ({ merchantName }: PaymentView) => ({ merchant: merchantName })

const arrived = (view: PaymentView) => ({
  ...merchantOf(view),
  paid: writeMoney(view.seenAmount, view),
})
