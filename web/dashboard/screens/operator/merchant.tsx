/** One merchant: how it does on each network, and who its people are. What it sells and to whom is its own. */
import type {
  MerchantOnNetwork,
  MerchantPage,
  WaitingReceiver,
} from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CommandButton } from '../../parts/command-button.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { moodOf } from '../../parts/state-severity.ts'
import { spaced, Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { WaitingNote } from '../money/waiting-note.tsx'
import { inWords } from '../team/differences.tsx'
import { AccountsList } from './accounts-list.tsx'
import { InviteWindow } from './invite-window.tsx'
import { OperatorLink } from './links.tsx'
import { networkNameOf, networkWord } from './networks.ts'
import { phrase } from '../../phrase.ts'

export default function MerchantScreen({ params }: AddressProps) {
  const id = params['id'] ?? ''
  const { reading, readAgain } = useRead<MerchantPage>(`/operator/merchants/${id}`, { isOwn: true })
  const name = reading.step === 'read' ? reading.value.name : 'Merchant'
  return (
    <Screen
      title={name}
      hint="How it does, as far as helping it needs. What it sells, and to whom, is its own."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {(merchant) => (
          <>
            <div class="card">
              <Facts facts={factsOf(merchant)} />
            </div>
            {merchant.networks.map((one) => (
              <Network key={one.network} merchantId={merchant.id} one={one} />
            ))}
            <People merchantId={merchant.id} />
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

const factsOf = ({ id, createdAt, verification, isDemo }: MerchantPage): (Fact | false)[] => [
  [
    'Id',
    <code key="id" translate={false}>
      {id}
    </code>,
  ],
  ['Since', <When key="since" at={createdAt} />],
  [
    'Verification',
    <OperatorLink key="verification" to={`/verifications/${id}`}>
      {spaced(verification)}
    </OperatorLink>,
  ],
  isDemo && ['Kind', 'of the demo'],
  [
    'See also',
    <>
      <OperatorLink to="/gas-wallets" query={{ merchantId: id }}>
        Gas wallets
      </OperatorLink>
      {', '}
      <OperatorLink to="/mails" query={{ merchantId: id }}>
        Mails
      </OperatorLink>
      {', '}
      <OperatorLink to="/audit" query={{ merchantId: id }}>
        Audit log
      </OperatorLink>
      {', '}
      <OperatorLink to="/machines" query={{ merchantId: id }}>
        Machines by state
      </OperatorLink>
    </>,
  ],
]

function Network({
  merchantId,
  one: { network, states, endpoint, waitingReceivers },
}: {
  merchantId: string
  one: MerchantOnNetwork
}) {
  const kinds = [...Map.groupBy(states, ({ kind }) => kind)]
  return (
    <Section title={inWords(networkWord(network))}>
      <div class="card">
        <Facts
          facts={[
            ['Webhook endpoint', <Endpoint key="endpoint" endpoint={endpoint} />],
            endpoint.lastError !== null && ['Its last error', endpoint.lastError],
          ]}
        />
      </div>
      {waitingReceivers.map((one) => (
        <WaitingReceiver
          key={one.blockchain}
          one={one}
          path={`/operator/merchants/${merchantId}/receivers/${networkNameOf(network)}`}
        />
      ))}
      {kinds.length === 0 ? (
        <p class="hint">Nothing here yet.</p>
      ) : (
        <Table
          caption={phrase`Counts by state on the ${networkWord(network)}`}
          columns={stateColumns}
          rows={kinds}
          keyOf={([kind]) => kind}
        />
      )}
    </Section>
  )
}

type WaitingProps = { one: MerchantOnNetwork['waitingReceivers'][number]; path: string }

/** The owners call it off themselves; an operator does where they are the thief, or cannot. */
const WaitingReceiver = ({ one: { blockchain, waiting }, path }: WaitingProps) => (
  <div class="card">
    <h3>{phrase`Another receiver on ${blockchain}`}</h3>
    <WaitingNote waiting={waiting} />
    <CommandButton
      label="Call the change off"
      consequence={
        <p>
          The receiver stays what it is, and the owners are told. Do it where the one who asked is
          not who they say.
        </p>
      }
      command={{ method: 'POST', path: `${path}/${blockchain}/call-off`, isOwn: true }}
    />
  </div>
)

const Endpoint = ({
  endpoint: { status, host, waiting },
}: {
  endpoint: MerchantOnNetwork['endpoint']
}) => (
  <>
    <Status name={status} /> {host}{' '}
    {waiting > 0 && <span class="hint">{phrase`${waiting} deliveries wait`}</span>}
  </>
)

const stateColumns: readonly Column<[string, MerchantOnNetwork['states'][number][]]>[] = [
  { title: 'Kind', cell: ([kind]) => inWords(kind) },
  {
    title: 'How many in each state',
    cell: ([, states]) => (
      <ul class="inline-list">
        {states.map(({ status, count }) => (
          <li key={status}>
            <span class="status" data-mood={moodOf(status)}>
              {spaced(status)}: {count}
            </span>
          </li>
        ))}
      </ul>
    ),
  },
]

function People({ merchantId }: { merchantId: string }) {
  const [isInviting, setInviting] = useState(false)
  return (
    <Section
      title="Its people"
      hint="Its owners decide about them. Help here where they cannot."
      actions={
        <button type="button" class="quiet" onClick={() => setInviting(true)}>
          Invite somebody
        </button>
      }
    >
      <AccountsList merchantId={merchantId} />
      {isInviting && <InviteWindow merchantId={merchantId} onClose={() => setInviting(false)} />}
    </Section>
  )
}
