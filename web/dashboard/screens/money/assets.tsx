/** The tokens that the merchant takes. */
import type { Answers, Asset, ListTotals } from '../../../api/dashboard.generated.ts'
import { say } from './settings-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Goal } from '../../goal.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'

const columns: readonly Column<Asset>[] = [
  { title: 'Asset', cell: ({ code, name }) => `${code} (${name})` },
  { title: 'Blockchain', cell: ({ blockchain }) => blockchain },
  { title: 'Token contract', cell: ({ address }) => <Ends text={address} /> },
  {
    title: 'Status',
    cell: ({ active }) => (
      <span class="status" data-mood={active ? 'good' : 'over'}>
        {active ? 'Taken' : 'Not taken'}
      </span>
    ),
  },
]

const switching: Column<Asset> = {
  title: 'Actions',
  cell: ({ code, active }) => (
    <CommandButton
      label={say(active ? 'stopTaking' : 'takeIt', { code })}
      {...(active && { mood: 'danger' as const })}
      consequence={active ? <WhatStops code={code} /> : <p>{say('takeItHint', { code })}</p>}
      command={{
        method: 'PUT',
        path: `/assets/${code}`,
        // The consequence was just read.
        body: active ? { active: false, confirm: true } : { active: true },
      }}
    />
  ),
}

/** Counts what goes on being charged, at once or after a pause, and the payments that wait for money. */
const touched = {
  subscriptions: 'Pending,Active,Suspended,PendingPause,Paused,PendingUnPause',
  payments: 'Created,InProgress',
}

/** Says what of the merchant's own is in the asset, and what becomes of it. */
function WhatStops({ code }: { code: string }) {
  const subscriptions = useTouched('subscriptions', code)
  const payments = useTouched('payments', code)
  const isKnown = subscriptions !== null && payments !== null
  return (
    <p aria-busy={!isKnown}>
      {say('stopTakingHint', { code })}
      {isKnown && subscriptions > 0 && (
        <> {say('stopTakingSubscriptions', { code, count: subscriptions })}</>
      )}
      {isKnown && payments > 0 && <> {say('stopTakingPayments', { count: payments })}</>}
    </p>
  )
}

/** How many there are; null until it is read. */
function useTouched(list: keyof typeof touched, code: string): number | null {
  const filter = new URLSearchParams({ asset: code, statusIn: touched[list] })
  const { reading } = useRead<ListTotals>(`/${list}/totals?${filter}`)
  return reading.step === 'read' ? reading.value.count : null
}

export function Assets() {
  const mayChange = useRight('money')
  const { reading, readAgain } = useRead<Answers['listAssets']>('/assets')
  return (
    <Section
      title="Assets"
      hint="The tokens that you take. Plans and payments can name only those."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) => (
          <Goal name="assets">
            <Table
              caption="Assets"
              columns={mayChange ? [...columns, switching] : columns}
              rows={assets}
              keyOf={({ code }) => code}
            />
          </Goal>
        )}
      </ReadGate>
    </Section>
  )
}
