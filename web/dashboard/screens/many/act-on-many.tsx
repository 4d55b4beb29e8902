/** Acts on the rows that the filters in the address let through: looked at first, then done, with its progress. */
import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { say } from './command-words.ts'
import { useDashboard, useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useDescription } from '../../parts/list/described-cells.tsx'
import { namesOf } from '../../parts/list/filters.tsx'
import { SelectField } from '../../parts/forms.tsx'
import { Sum } from '../../parts/money.tsx'
import type { PageOfList } from '../../parts/list/pager.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { spaced } from '../../parts/status.tsx'
import { addUp } from '../../parts/stake/sums.ts'
import { filterOf } from '../../parts/list/totals.tsx'
import { counted, phrase } from '../../phrase.ts'
import { useAddressQuery } from '../../use-address-query.ts'
import { useSending } from '../../use-command.ts'
import { Progress } from './progress.tsx'
import { rowsMax, useActing } from './use-acting.ts'

const commands = {
  subscriptions: ['pause', 'unpause', 'cancel'],
  deliveries: ['resend'],
} as const
const consequences = {
  pause: 'runPause',
  unpause: 'runUnpause',
  cancel: 'runCancel',
  resend: 'runResend',
} as const
const rights = { subscriptions: 'serve', deliveries: 'integrate' } as const
type Name = keyof typeof consequences
type Props = { list: keyof typeof commands }
/** Lists answer like this: a subscription is named by its contract. */
type Row = {
  id?: string
  contractAddress?: string
  customerId?: string
  amount?: string
  status: string
  actions: string[]
}
type Chosen = { rows: Row[]; page: PageOfList }

const idOf = ({ id, contractAddress }: Row): string => contractAddress ?? id!

export function ActOnMany({ list }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayAct = useRight(rights[list])
  const { query } = useAddressQuery()
  const { filters, more, links } = useDescription(list)
  const known = namesOf([...filters, ...more, ...links])
  if (!mayAct) return null
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Act on all that match
      </button>
      {isOpen && (
        <Dialog title="Act on all that match" onClose={close}>
          <Steps list={list} filter={filterOf(query, known).slice(1)} onClose={close} />
        </Dialog>
      )}
    </>
  )
}

type StepsProps = { list: Props['list']; filter: string; onClose: () => void }

/** Reads the rows that the command would be given to; another command is looked at anew. */
function useLook(list: Props['list'], filter: string, name: Name) {
  const { client, network } = useDashboard()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { state, sendOnce, forget } = useSending()
  useEffect(() => {
    setChosen(null)
    forget()
  }, [name])
  const look = async (): Promise<void> => {
    const path = `/${network}/${list}?limit=${rowsMax}${filter && `&${filter}`}`
    const answer = await sendOnce(() => client.read<Record<string, unknown>>(path))
    if (answer) setChosen({ rows: answer[list] as Row[], page: answer['page'] as PageOfList })
  }
  return { chosen, state, look }
}

function Steps({ list, filter, onClose }: StepsProps) {
  const [name, setName] = useState<Name>(commands[list][0])
  const { chosen, state, look } = useLook(list, filter, name)
  const { acting, start, stop } = useActing()
  const taking = chosen?.rows.filter(({ actions }) => actions.includes(name)) ?? []
  const run = () =>
    start({
      name: `${list} ${name} ${filter}`,
      ids: taking.map(idOf),
      pathOf: (id) => `/${list}/${encodeURIComponent(id)}/${name}`,
    })
  if (acting)
    return (
      <Progress acting={acting} list={list} label={say(name)} onStop={stop} onClose={onClose} />
    )
  const isSending = state.step === 'sending'
  const mayRun = taking.length > 0
  const doing = isSending ? 'Counting…' : 'Look at what it would do'
  return (
    <div class="dialog-body">
      <p class="hint">
        {phrase`First you see how many of the first ${rowsMax} that match take it. Nothing happens before you confirm.`}
      </p>
      <p>Filter: {filter === '' ? 'everything' : <code translate={false}>{filter}</code>}</p>
      <SelectField
        label="What to do"
        value={name}
        options={commands[list].map((value) => ({ value, label: say(value) }))}
        onValue={(value) => setName(value as Name)}
      />
      {chosen && <Seen chosen={chosen} taking={taking} name={name} />}
      <CommandNote state={state} />
      <footer class="buttons">
        <button
          type="button"
          class={`strong ${mayRun && name === 'cancel' ? 'danger' : ''}`}
          aria-disabled={isSending}
          onClick={() => void (mayRun ? run() : look())}
        >
          {mayRun ? `${say(name)}: ${phrase`Do it to ${taking.length}`}` : doing}
        </button>
      </footer>
    </div>
  )
}

type SeenProps = { chosen: Chosen; taking: Row[]; name: Name }

function Seen({ chosen: { rows, page }, taking, name }: SeenProps) {
  const refusing = Map.groupBy(
    rows.filter(({ actions }) => !actions.includes(name)),
    ({ status }) => status,
  )
  return (
    <div role="status" class="dialog-body">
      <p>
        {counted(rows.length, '{count} matches.', '{count} match.')}{' '}
        <strong>{counted(taking.length, '{count} takes it now.', '{count} take it now.')}</strong>
      </p>
      {taking.length > 0 && <Consequence taking={taking} name={name} />}
      {page.next !== null && (
        <p>{phrase`More match. These are the first ${rows.length}; act on the rest afterwards.`}</p>
      )}
      {refusing.size > 0 && (
        <ul class="fields">
          {[...refusing].map(([status, some]) => (
            <li key={status}>{say('cannotTake', { count: some.length, state: spaced(status) })}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Names so many customers; the others are counted. */
const namedMax = 5

/** Says what becomes of how many, and of how much; of whom, as far as they can be read at a glance. */
function Consequence({ taking, name }: Omit<SeenProps, 'chosen'>) {
  const amounts = addUp(taking.flatMap(({ amount }) => amount ?? []))
  const customers = [...new Set(taking.flatMap(({ customerId }) => customerId ?? []))]
  const others = customers.length - namedMax
  return (
    <>
      <p class="stake">{say(consequences[name], { count: taking.length })}</p>
      {amounts.length > 0 && (
        <p>
          A period of each, together:{' '}
          {amounts.map((amount, index) => (
            <Fragment key={amount}>
              {index > 0 && ' and '}
              <Sum>{amount}</Sum>
            </Fragment>
          ))}
        </p>
      )}
      {customers.length > 0 && (
        <p>
          Of {customers.slice(0, namedMax).join(', ')}
          {others > 0 && ` ${counted(others, 'and {count} other', 'and {count} others')}`}
        </p>
      )}
    </>
  )
}
