/** What every receipt says, whatever was paid for: when and where it was paid, and whom to ask. */
import { writeKeptMoment } from '../messages/moments.ts'
import { ExplorerLink } from './explorer-link.tsx'
import { OutLink } from './foot.tsx'
import type { ShopLink } from './shop.ts'
import { useSpeech } from './speech.ts'
import type { Term } from './terms-list.tsx'

type Paid = {
  /** The payment's number. */
  id: string
  /** ISO 8601; null while no block is known. */
  paidAt: string | null
  network: string
  explorerUrl: string | null
  transactions: readonly string[]
}

export function usePaidTerms(paid: Paid | null): Term[] {
  const { say, locale } = useSpeech()
  if (!paid) return []
  const { id, paidAt, network, explorerUrl, transactions } = paid
  return [
    ...(paidAt ? [{ name: say('receiptDate'), value: writeKeptMoment(paidAt, locale) }] : []),
    { name: say('network'), value: network },
    ...transactions.map((hash) => ({
      name: say('transaction'),
      value: <ExplorerLink explorerUrl={explorerUrl} kind="tx" text={hash} />,
    })),
    { name: say('paymentNumber'), value: <code>{id}</code>, isKept: true },
  ]
}

export function useQuestions(support: ShopLink | null): Term[] {
  const { say } = useSpeech()
  return support ? [{ name: say('questions'), value: <OutLink {...support} />, isKept: true }] : []
}
