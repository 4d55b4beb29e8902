/** Shows what is left to do until a subscription can be charged. */
import { Link } from '../../parts/links.tsx'
import { Empty } from '../../parts/list.tsx'
import { MailsOff } from '../../parts/mails-off.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'
import { phrase } from '../../phrase.ts'

type Item = { name: string; done: boolean; advice: string }

/** Each step is done here. */
const places: Record<string, string> = {
  ActiveAsset: '/money',
  GasWalletFunds: '/money',
  Receiver: '/money',
  ApiKey: '/integration',
  ActivePlan: '/plans',
  Verification: '/verification',
}

/** These steps are called otherwise than by their names. */
const names: Record<string, string> = { ApiKey: 'API key' }

export default function Setup() {
  const { reading, readAgain } = useRead<{ items: Item[]; missing: string[] }>('/checklist', {
    kinds: ['plan', 'verification'],
  })
  return (
    <Screen title="Setup" hint="Step by step to the first charged subscription.">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ items, missing }) => (
          <>
            <ol class="steps">
              {items.map((item) => (
                <Step key={item.name} item={item} />
              ))}
            </ol>
            {missing.length === 0 && <FirstCharge />}
            <MailNote />
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

/** Without mail nobody hears of what fails unless they look here. */
function MailNote() {
  const { reading } = useRead<{ isOn: boolean }>('/me/mails', { isOwn: true })
  return reading.step === 'read' && !reading.value.isOn ? <MailsOff /> : null
}

type Charge = { id: string; chargeDate: string; customerId: string; amount: string }

/** The last step is taken by a customer: it is done once a charge has succeeded. */
function FirstCharge() {
  const { reading } = useRead<{ charges: Charge[] }>(
    '/charges?statusIn=Succeeded&limit=1&withTotal=false',
    { kinds: ['charge'] },
  )
  const charge = reading.step === 'read' ? reading.value.charges[0] : undefined
  return (
    <Empty
      title={charge ? 'Money comes in.' : 'Everything is set up.'}
      hint={
        charge
          ? phrase`Everything is set up. The latest charge: ${charge.amount} of ${charge.customerId}.`
          : 'Now have a first subscriber: make a link to your widget with POST /integration/subscriptions/create-customer-token, subscribe with a wallet of your own, and watch the first charge come.'
      }
      action={<Link to="/charges">See the charges</Link>}
    />
  )
}

const Step = ({ item: { name, done, advice } }: { item: Item }) => (
  <li class="card">
    <h2>
      {names[name] ?? spaced(name)}{' '}
      <span class="status" data-mood={done ? 'good' : 'wait'}>
        {done ? 'Done' : 'To do'}
      </span>
    </h2>
    {!done && <p>{advice}</p>}
    {!done && places[name] && (
      <p>
        <Link to={places[name]} class="quiet">
          Go there
        </Link>
      </p>
    )}
  </li>
)
