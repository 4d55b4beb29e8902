/** The page of anything that has no page of its own: a charge, a transaction, a gas wallet … */
import type { Answers, Linked, TurnShown } from '../../../api/dashboard.generated.ts'
import { sayName } from './entity-words.ts'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { Sum } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'
import { type EntityName, pathOf } from './entity-view.ts'
import { Life } from './life.tsx'
import { Why } from './why.tsx'
import { Written } from './written.tsx'

/** By their plural, as addresses have it. */
const entityKinds = {
  charges: 'charge',
  transactions: 'transaction',
  destinations: 'destination',
  verifications: 'verification',
  gasWallets: 'gasWallet',
  permits: 'permit',
} as const
type EntityPlural = keyof typeof entityKinds

/** Makes the screen of a kind. */
export const screenOf = (entity: EntityPlural) =>
  function Entity({ params: { id = '' } }: AddressProps) {
    return <EntityScreen key={id} name={{ entity, kind: entityKinds[entity], id }} />
  }

function EntityScreen({ name }: { name: EntityName }) {
  const linked = useRead<Linked>(pathOf(name, '/linked'), { kinds: [name.kind] })
  return (
    <ReadGate title={sayName(name.kind)} {...linked}>
      {({ self, linked: links }) => (
        <Screen title={headingOf(name.kind, self.title)}>
          <Why name={{ ...name, id: self.id }} contractAddress={subscriptionOf(name, links)} />
          <Present name={{ ...name, id: self.id }} />
          <Life name={{ ...name, id: self.id }} />
        </Screen>
      )}
    </ReadGate>
  )
}

/** The subscription of a charge. */
const subscriptionOf = ({ kind }: EntityName, linked: Linked['linked']): string | undefined =>
  kind === 'charge'
    ? linked.find(({ relation }) => relation === 'subscription')?.actors[0]?.id
    : undefined

/** The title of a charge says that it is one: `Period 2 of ben.carter · Vegetable box`. */
const headingOf = (kind: string, title: string): string =>
  kind === 'charge' ? title : `${sayName(kind)}: ${title}`

/** Its fields as they are now; long ones and lists stand in the raw data. */
function Present({ name }: { name: EntityName }) {
  const kinds = [name.kind]
  const story = useRead<Answers['listTurns']>(pathOf(name, '/turns?limit=1'), { kinds })
  const last = story.reading.step === 'read' ? story.reading.value.page.total : null
  const turn = useRead<TurnShown>(last === null ? null : pathOf(name, `/turns/${last}`), { kinds })
  return (
    <ReadGate {...turn}>
      {({ state, resource }) => (
        <div class="card" aria-label="Facts">
          <Facts
            facts={[
              ['Status', <Status key="status" name={state.status} />],
              ...Object.entries(resource ?? {}).flatMap(([field, value]) => factOf(field, value)),
            ]}
          />
        </div>
      )}
    </ReadGate>
  )
}

function factOf(field: string, value: unknown): Fact[] {
  const text = writeScalar(value)
  if (field === 'status' || text === '') return []
  const named = field.replace(/(?<=.)(Id|At|Address)$/, '')
  const name = spaced(named.slice(0, 1).toUpperCase() + named.slice(1))
  return [[name, <Value key={field} field={field} text={text} />]]
}

/** Fields that name something that has a page of its own. */
const pages: Record<string, string> = {
  contractAddress: 'subscriptions',
  customerId: 'customers',
  planId: 'plans',
  paymentId: 'payments',
  payer: 'payers',
}

function Value({ field, text }: { field: string; text: string }) {
  const page = pages[field]
  if (field === 'reason') return <>{spaced(text)}</>
  if (/^\d+(\.\d+)? \w+$/.test(text)) return <Sum>{text}</Sum>
  if (page === undefined) return <Written text={text} />
  return (
    <Link to={`/${page}/${encodeURIComponent(text)}`}>
      <Written text={text} />
    </Link>
  )
}

/** Empty for what is no single value. */
function writeScalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
