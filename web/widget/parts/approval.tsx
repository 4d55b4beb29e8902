/** The limit, what the wallet will ask, and the button that asks it. */
import { useEffect } from 'preact/hooks'
import { Ends } from '../../parts/address-text.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { writeDay } from '../../messages/moments.ts'
import { CheckIcon } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { gap, Sentence } from '../../parts/sentence.tsx'
import {
  type AllowanceOption,
  allOf,
  allowanceOptions,
  ownOption,
} from '../../subscription/allowance-choice.ts'
import type { ApprovalWay } from '../../subscription/approval/ways.ts'
import { readFunds } from '../../wallet/funds.ts'
import type { Connected } from '../../wallet/wallet-state.ts'
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { type Offer, priceOf } from '../offer.ts'
import type { FoundPurpose } from '../purpose.ts'
import { useSpeech } from '../speech.ts'
import type { Subscribing, Wish } from '../use-subscribing.ts'
import { useWays } from '../use-ways.ts'
import { LimitChoice } from './limit-choice.tsx'
import { missingOf, OwnFunds } from './own-funds.tsx'
import { StartChoice } from './start-choice.tsx'

type Props = {
  offer: Offer
  subscribing: Subscribing
  connection: Connected
  found: FoundPurpose
  isActing: boolean
}

export function Approval({ offer, subscribing, connection, found, isActing }: Props) {
  const { startsAt, startAt, wish } = subscribing
  const chosen = chosenOf(found, wish)
  const isShort = missingOf(offer, found) > 0n && startsAt === null
  useFundsWatch(subscribing, connection, offer, isShort)
  return (
    <>
      <OwnFunds offer={offer} found={found} startsAt={startsAt} />
      {startAt && (isShort || startsAt !== null) && (
        <StartChoice startsAt={startsAt} startAt={startAt} />
      )}
      {!isShort && (
        <>
          <LimitChoice
            offer={offer}
            found={found}
            chosen={chosen}
            isDisabled={isActing}
            onChoose={(charges) => subscribing.setWish({ ...wish, charges })}
          />
          <Contract offer={offer} found={found} chosen={chosen} />
          <Asking {...{ offer, subscribing, connection, found, isActing, chosen }} />
        </>
      )}
    </>
  )
}

type AskingProps = Props & { chosen: AllowanceOption | null }

/** Shows what the wallet will ask, and the button that has it ask. */
function Asking({ offer, subscribing, connection, found, isActing, chosen }: AskingProps) {
  const { say } = useSpeech()
  const { startsAt, wish, setWish, approve } = subscribing
  const everyWay = useWays(connection, offer, found, chosen?.allowance ?? 0n)
  // A merchant's gas wallet sends no permit of somebody who has not shown the first amount.
  const isShort = missingOf(offer, found) > 0n
  const ways = isShort ? everyWay.filter(({ way }) => way !== 'permit') : everyWay
  const way = chosen && ways[wish.isPlain ? ways.length - 1 : 0]
  const ask = chosen && way && !isActing ? () => approve(way, chosen.allowance) : undefined
  return (
    <>
      {way && <p class="prompts">{promptsText(say, way)}</p>}
      {way && way.way !== 'permit' && found.funds.native === 0n && (
        <p class="note warning">{say('noGas', { coin: offer.chain.nativeSymbol })}</p>
      )}
      {chosen?.lastChargeAt && (
        <p class="today">
          <Sentence
            text={say(startsAt === null ? 'todayAndMost' : 'laterAndMost', {
              amount: writeUnits(priceOf(offer), offer),
              sum: writeUnits(chosen.sum, offer),
              count: chosen.charges,
              day: gap,
            })}
          >
            <Moment iso={new Date(chosen.lastChargeAt * 1000).toISOString()} write={writeDay} />
          </Sentence>
        </p>
      )}
      <button type="button" class="strong" aria-disabled={!ask} onClick={ask}>
        {chosen ? (
          <span>
            <Sentence text={say('allowNow', { sum: writeUnits(chosen.sum, offer) })} />
          </span>
        ) : (
          say('allowNothing')
        )}
      </button>
      {way && way.way !== 'approve' && !isActing && (
        <button type="button" class="quiet" onClick={() => setWish({ ...wish, isPlain: true })}>
          {say('otherWay')}
        </button>
      )}
    </>
  )
}

/** All charges unless the payer wants fewer; null while the number is not one that can be allowed. */
function chosenOf({ onChain, reading }: FoundPurpose, { charges }: Wish): AllowanceOption | null {
  if (charges === 'none') return null
  const own = charges === null ? null : ownOption(onChain.terms, reading, String(charges))
  return own ?? allOf(allowanceOptions(onChain.terms, reading)) ?? null
}

const askMs = 4_000
/** An hour; then the button of another wallet, or a reload, looks again. */
const asksMax = 900

/** Looks again and again whether enough has come, and has everything checked anew once it has. */
function useFundsWatch(
  { session }: Subscribing,
  { wallet, account }: Connected,
  offer: Offer,
  isShort: boolean,
): void {
  useEffect(() => {
    if (!isShort) return
    let asks = 0
    const look = async () => {
      if (++asks >= asksMax) clearInterval(timer)
      const funds = await readFunds(wallet.provider, offer.token.address, account).catch(() => null)
      if (funds && funds.token >= priceOf(offer)) void session.check()
    }
    const timer = setInterval(() => void look(), askMs)
    return () => clearInterval(timer)
  }, [isShort, account])
}

function promptsText(say: Translate, way: ApprovalWay): string {
  if (way.way === 'permit') return say('promptsPermit')
  if (way.way === 'approve') return say(way.prompts > 1 ? 'promptsReset' : 'promptsApprove')
  return say(way.upgrades ? 'promptsUpgrade' : 'promptsBatch')
}

/** The contract that may take the money, that it was checked, and what a wallet may say of it. */
function Contract({
  offer,
  found,
  chosen,
}: Pick<Props, 'offer' | 'found'> & { chosen: AllowanceOption | null }) {
  const { say } = useSpeech()
  const { contractAddress } = found.onChain
  return (
    <>
      <p class="line">
        <span class="hint">{say('contract')}</span>
        <ExplorerLink explorerUrl={offer.chain.explorerUrl} kind="address" text={contractAddress} />
      </p>
      <p class="checked">
        <CheckIcon />
        {say('contractChecked')}
      </p>
      <details class="warnings">
        <summary>{say('warnings')}</summary>
        <p>{say('warningsHint')}</p>
        {chosen && (
          <p>
            <Sentence
              text={say('warningsCheck', { contract: gap, sum: writeUnits(chosen.sum, offer) })}
            >
              <Ends text={contractAddress} />
            </Sentence>
          </p>
        )}
      </details>
    </>
  )
}
