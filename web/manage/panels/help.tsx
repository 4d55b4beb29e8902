/** After a failure for want of money: how much is missing, where to send it, and when it is tried again. */
import { AddressText } from '../../parts/address-text.tsx'
import { writeMoment } from '../../messages/moments.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import { LaterQrCode } from '../../parts/later-qr-code.tsx'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { outlookOf } from '../standing.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { Panel } from './panel.tsx'
import { RetrySentence } from './retry-sentence.tsx'

export function HelpPanel({ managed }: { managed: Managed }) {
  const { say, locale } = useSpeech()
  const { subscription, standing, exposure, contract } = managed
  if (outlookOf(standing, exposure) !== 'balanceTooSmall' || !exposure) return null
  const { terms, chain, willChargeAt } = subscription
  const amount = (baseUnits: bigint | string) => writeUnits(baseUnits, subscription)
  return (
    <Panel id="help" title={say('help')}>
      <p>
        <Sentence
          text={say('helpMissing', {
            had: amount(contract.reading?.balance ?? 0n),
            needed: amount(terms.amount),
            missing: amount(exposure.missing.balance),
          })}
        />
      </p>
      <div class="field">
        <span class="name">{say('helpAddress', { network: chain?.displayName ?? '' })}</span>
        <AddressText address={terms.payer} />
        <CopyButton text={terms.payer} label={say('copyAddress')} copied={say('helpCopied')} />
      </div>
      <LaterQrCode text={terms.payer} description={say('helpQr', { address: terms.payer })} />
      {standing === 'late' ? (
        <RetrySentence managed={managed} />
      ) : (
        willChargeAt && <p>{say('helpBefore', { date: writeMoment(willChargeAt, locale) })}</p>
      )}
    </Panel>
  )
}
