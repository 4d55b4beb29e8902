/** What every receipt says, whatever was paid for: when and where it was paid, and whom to ask. */
import type { ComponentChildren } from 'preact'
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

/** Null stands for what there is not. */
export function usePaidTerms(paid: Paid | null, support: ShopLink | null): Term[] {
  const { say, locale } = useSpeech()
  const terms: Term[] = []
  const add = (name: TermName, value: ComponentChildren, isKept = false) =>
    terms.push({ name: say(name), value, isKept })
  if (paid) {
    if (paid.paidAt) add('receiptDate', writeKeptMoment(paid.paidAt, locale))
    add('network', paid.network)
    for (const text of paid.transactions)
      add('transaction', <ExplorerLink explorerUrl={paid.explorerUrl} kind="tx" text={text} />)
    add('paymentNumber', <code>{paid.id}</code>, true)
  }
  if (support) add('questions', <OutLink class="explorer" {...support} />, true)
  return terms
}

type TermName = 'receiptDate' | 'network' | 'transaction' | 'paymentNumber' | 'questions'
