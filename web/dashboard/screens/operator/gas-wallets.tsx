/** The gas wallets of all merchants: those that last the shortest first, and where to send gas. */
import { say } from '../../../messages/dashboard/service-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { inCoins } from './coins.ts'
import { MerchantLink } from './links.tsx'
import { networkWord } from './networks.ts'

type Lane = {
  nextNonce: number
  minedNonce: number | null
  heldUpBy: string | null
  heldUpSince: string | null
  healedBy: string | null
  healedAt: string | null
  refusals: number
  restsUntil: string | null
}
export type GasWallet = {
  merchantId: string
  merchantName: string
  network: string
  blockchain: string
  address: string
  balance: string | null
  seenAt: string | null
  spent: string
  chargesLeft: number | null
  daysLeft: number | null
  lane: Lane | null
}

/** The API counts no further; below the other number somebody has to send gas soon. */
const daysCountedMax = 30
const daysLow = 7

export default function GasWallets() {
  return (
    <Screen title={say('gasWallets')} hint={say('gasWalletsHint')}>
      <List<GasWallet>
        caption={say('gasWallets')}
        path="/operator/gas-wallets"
        isOwn
        field="gasWallets"
        kinds={[]}
        links={['merchantId']}
        columns={columns}
        keyOf={({ blockchain, address }) => `${blockchain}/${address}`}
        empty={{ title: say('noGasWallets'), hint: say('noGasWalletsHint') }}
      />
    </Screen>
  )
}

const columns: readonly Column<GasWallet>[] = [
  {
    title: say('merchant'),
    cell: ({ merchantId, merchantName }) => <MerchantLink id={merchantId} name={merchantName} />,
  },
  {
    title: say('chain'),
    cell: ({ blockchain, network }) => (
      <>
        {blockchain}
        <br />
        <span class="hint">{networkWord(network)}</span>
      </>
    ),
  },
  { title: say('lasts'), cell: (wallet) => <Lasts wallet={wallet} /> },
  {
    title: say('balance'),
    cell: ({ balance, seenAt }) => (
      <>
        {balance === null ? say('unknown') : inCoins(balance)}
        <br />
        <span class="hint">
          <When at={seenAt} />
        </span>
      </>
    ),
  },
  { title: say('spent'), cell: ({ spent }) => inCoins(spent) },
  { title: say('lane'), cell: ({ lane }) => <LaneText lane={lane} /> },
  {
    title: say('fund'),
    cell: ({ address }) => (
      <div class="buttons wrapped">
        <Ends text={address} />
        <CopyButton text={address} label={say('copyAddress')} copied={say('addressCopied')} />
      </div>
    ),
  },
]

function Lasts({ wallet: { chargesLeft, daysLeft } }: { wallet: GasWallet }) {
  const mood = moodOf(chargesLeft, daysLeft)
  return (
    <>
      <span class="status" data-mood={mood}>
        {daysLeft === null
          ? say(chargesLeft === null ? 'unknown' : 'nothingDue')
          : say(daysLeft >= daysCountedMax ? 'daysOrMore' : 'daysLeft', { count: daysLeft })}
      </span>
      {chargesLeft !== null && (
        <>
          <br />
          <span class="hint">{say('chargesLeft', { count: chargesLeft })}</span>
        </>
      )}
    </>
  )
}

function moodOf(chargesLeft: number | null, daysLeft: number | null) {
  if (daysLeft === null) return chargesLeft === 0 ? 'wait' : 'over'
  if (daysLeft < 1) return 'bad'
  return daysLeft < daysLow ? 'wait' : 'good'
}

function LaneText({ lane }: { lane: Lane | null }) {
  if (!lane) return <>{say('laneUnused')}</>
  if (lane.heldUpBy === null)
    return <>{say('laneMoves', { count: lane.minedNonce ?? lane.nextNonce })}</>
  return (
    <>
      <span class="status" data-mood="bad">
        {say('laneHeldUp')}
      </span>
      <br />
      <span class="hint">{lane.heldUpBy}</span>
    </>
  )
}
