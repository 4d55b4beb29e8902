/** The account's balance; where it is too low: what is missing, how to top up, and a later start. */
import { AddressText } from '../../parts/address-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Digits } from '../../parts/digits.tsx'
import { LaterQrCode } from '../../parts/later-qr-code.tsx'
import type { FoundPurpose } from '../purpose.ts'
import { gap, Sentence } from '../../parts/sentence.tsx'
import { Moment } from '../../parts/moment.tsx'
import { draftUntil } from '../../subscription/terms.ts'
import { type Offer, priceOf } from '../offer.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { useSpeech } from '../speech.ts'

type Props = { offer: Offer; found: FoundPurpose; startsAt: number | null }

export const missingOf = (offer: Offer, { funds }: FoundPurpose): bigint => {
  const missing = priceOf(offer) - funds.token
  return missing > 0n ? missing : 0n
}

export function OwnFunds({ offer, found, startsAt }: Props) {
  const { say } = useSpeech()
  const missing = missingOf(offer, found)
  const balance = writeUnits(found.funds.token, offer)
  return (
    <>
      {missing > 0n && startsAt === null ? (
        <TopUp offer={offer} found={found} missing={missing} />
      ) : (
        <p class="line funds">
          <span class="hint">{say('balance')}</span>
          <Digits>{balance}</Digits>
        </p>
      )}
      {missing > 0n && startsAt !== null && (
        <FundedLater offer={offer} found={found} startsAt={startsAt} />
      )}
    </>
  )
}

/** Honest about what a later start does with a wallet that is still short on its day. */
function FundedLater({ offer, found, startsAt }: Omit<Props, 'startsAt'> & { startsAt: number }) {
  const { say } = useSpeech()
  return (
    <p class="note warning">
      <span>
        <Sentence
          text={say('shortLater', { amount: writeUnits(priceOf(offer), offer), moment: gap })}
        >
          <Moment iso={new Date(startsAt * 1000).toISOString()} />
        </Sentence>{' '}
        <Sentence text={say('shortLaterUntil', { moment: gap })}>
          <Moment iso={draftUntil(found.onChain.terms)} />
        </Sentence>
      </span>
    </p>
  )
}

function TopUp({ offer, found, missing }: Omit<Props, 'startsAt'> & { missing: bigint }) {
  const { say } = useSpeech()
  const { payer } = found.onChain.terms
  const network = offer.chain.displayName
  const balance = writeUnits(found.funds.token, offer)
  return (
    <>
      <p class="note warning">
        <span>
          <Sentence text={say('notEnoughNow', { balance, missing: writeUnits(missing, offer) })} />
        </span>
      </p>
      <div class="top-up">
        <LaterQrCode text={payer} description={say('ownAddressCode', { address: payer })} />
        <div>
          <p>
            <Sentence text={say('topUp', { missing: writeUnits(missing, offer), network })} />
          </p>
          <div class="field">
            <p class="name">{say('ownAddress')}</p>
            <AddressText address={payer} />
            <CopyButton text={payer} label={say('copyAddress')} copied={say('addressCopied')} />
          </div>
        </div>
      </div>
    </>
  )
}
