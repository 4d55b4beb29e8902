/** Shows what is left to do until a subscription is charged. */
import type {
  Answers,
  Checklist,
  MailsOfAccount,
  NamedCharge,
} from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import { Link } from '../../parts/links.tsx'
import { Empty } from '../../parts/list.tsx'
import { MailsOff } from '../../parts/mails-off.tsx'
import { Loading, ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { phrase } from '../../phrase.ts'
import { useRead } from '../../use-read.ts'
import { FirstSubscriber } from './first-subscriber.tsx'
import { stepOf } from './steps.ts'

export default function Setup() {
  const { reading, readAgain } = useRead<Checklist>('/checklist', {
    kinds: ['plan', 'verification', 'gasWallet'],
  })
  return (
    <Screen title="Setup" hint="Step by step to the first charged subscription.">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ items, missing }) => (
          <>
            <Steps items={items} isReady={missing.length === 0} />
            <MailNote />
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

/** Without mail nobody hears of what fails unless they look here. */
function MailNote() {
  const { reading } = useRead<MailsOfAccount>('/me/mails', { isOwn: true })
  return reading.step === 'read' && !reading.value.isOn ? <MailsOff /> : null
}

/** The last step is taken by a customer: it is done once a charge has succeeded. */
function Steps({ items, isReady }: { items: Checklist['items'][number][]; isReady: boolean }) {
  const { reading } = useRead<Answers['listCharges']>(
    '/charges?statusIn=Succeeded&limit=1&withTotal=false',
    { kinds: ['charge'] },
  )
  const charge = reading.step === 'read' ? reading.value.charges[0] : undefined
  const next = items.find(({ done }) => !done)
  return (
    <>
      {isReady && reading.step === 'reading' && <Loading />}
      {isReady && charge && <MoneyComesIn charge={charge} />}
      <ol class="steps">
        {items.map(({ name, done, advice }, at) => (
          <Step key={name} number={at + 1} title={stepOf(name).title} isDone={done}>
            <p>{advice}</p>
            <p>
              <Link to={stepOf(name).place} class={name === next?.name ? 'strong' : 'quiet'}>
                Go there
              </Link>
            </p>
          </Step>
        ))}
        <Step
          number={items.length + 1}
          title="Have a first subscriber"
          isDone={charge !== undefined}
        >
          {isReady ? (
            <FirstSubscriber />
          ) : (
            <p class="hint">Everything above comes first: nobody can subscribe before.</p>
          )}
        </Step>
      </ol>
    </>
  )
}

const MoneyComesIn = ({ charge: { amount, customerId } }: { charge: NamedCharge }) => (
  <Empty
    title="Money comes in."
    hint={phrase`Everything is set up. The latest charge: ${amount} of ${customerId}.`}
    action={<Link to="/charges">See the charges</Link>}
  />
)

type StepProps = { number: number; title: string; isDone: boolean; children: ComponentChildren }

const Step = ({ number, title, isDone, children }: StepProps) => (
  <li class="card">
    <h2>
      {number}. {title}{' '}
      <span class="status" data-mood={isDone ? 'good' : 'wait'}>
        {isDone ? 'Done' : 'To do'}
      </span>
    </h2>
    {!isDone && children}
  </li>
)
