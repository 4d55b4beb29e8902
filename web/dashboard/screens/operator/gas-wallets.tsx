/** The gas wallets of all merchants: those that last the shortest first, and where to send gas. */
import type { ListedGasWallet, NonceLane } from '../../../api/dashboard.generated.ts'
import { say } from './service-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { inCoins } from './coins.ts'
import { MerchantLink, ofOneMerchant } from './links.tsx'
import { networkWord } from './networks.ts'
import { phrase } from '../../phrase.ts'

/** The API counts no further; below the other number somebody has to send gas soon. */
const daysCountedMax = 30
const daysLow = 7

export default function GasWallets() {
  return (
    <Screen
      title="Gas wallets"
      hint="They pay the network’s fees. Those that pay for the fewest charges come first."
    >
      <List<ListedGasWallet>
        caption="Gas wallets"
        path="/operator/gas-wallets"
        isOwn
        field="gasWallets"
        kinds={[]}
        links={[ofOneMerchant]}
        columns={columns}
        keyOf={({ blockchain, address }) => `${blockchain}/${address}`}
        empty={{
          title: 'There is none yet',
          hint: 'A merchant’s first look at its setup makes one on each chain.',
        }}
      />
    </Screen>
  )
}

const columns: readonly Column<ListedGasWallet>[] = [
  {
    title: 'Merchant',
    cell: ({ merchantId, merchantName }) => <MerchantLink id={merchantId} name={merchantName} />,
  },
  {
    title: 'Chain',
    cell: ({ blockchain, network }) => (
      <>
        {blockchain}
        <br />
        <span class="hint">{networkWord(network)}</span>
      </>
    ),
  },
  { title: 'Lasts', cell: (wallet) => <Lasts wallet={wallet} /> },
  {
    title: 'Balance',
    cell: ({ balance, seenAt }) => (
      <>
        {balance === null ? 'not known yet' : inCoins(balance)}
        <br />
        <span class="hint">
          <When at={seenAt} />
        </span>
      </>
    ),
  },
  { title: 'Spent in 24 h', cell: ({ spent }) => inCoins(spent) },
  { title: 'Transactions', cell: ({ lane }) => <LaneText lane={lane} /> },
  {
    title: 'Send gas to',
    cell: ({ address }) => (
      <div class="buttons wrapped">
        <Ends text={address} />
        <CopyButton text={address} label="Copy the address" copied="The address is copied" />
      </div>
    ),
  },
]

function Lasts({ wallet: { chargesLeft, daysLeft } }: { wallet: ListedGasWallet }) {
  const mood = moodOf(chargesLeft, daysLeft)
  return (
    <>
      <span class="status" data-mood={mood}>
        {daysLeft === null
          ? chargesLeft === null
            ? 'not known yet'
            : 'nothing is due'
          : say(daysLeft >= daysCountedMax ? 'daysOrMore' : 'daysLeft', { count: daysLeft })}
      </span>
      {chargesLeft !== null && (
        <>
          <br />
          <span class="hint">{phrase`${chargesLeft} charges`}</span>
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

function LaneText({ lane }: { lane: NonceLane | null }) {
  if (!lane) return <>none yet</>
  if (lane.heldUpBy === null) return <>{phrase`${lane.minedNonce ?? lane.nextNonce} mined`}</>
  return (
    <>
      <span class="status" data-mood="bad">
        held up
      </span>
      <br />
      <span class="hint">{lane.heldUpBy}</span>
    </>
  )
}
