/** The tokens that the merchant takes. */
import { say } from './settings-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { Goal } from '../../goal.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'

type AssetView = {
  code: string
  name: string
  address: string
  blockchain: string
  active: boolean
}

const columns: readonly Column<AssetView>[] = [
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

const switching: Column<AssetView> = {
  title: 'Actions',
  cell: ({ code, active }) => (
    <CommandButton
      label={say(active ? 'stopTaking' : 'takeIt', { code })}
      {...(active && { mood: 'danger' as const })}
      consequence={<p>{say(active ? 'stopTakingHint' : 'takeItHint', { code })}</p>}
      command={{
        method: 'PUT',
        path: `/assets/${code}`,
        // The consequence was just read.
        body: active ? { active: false, confirm: true } : { active: true },
      }}
    />
  ),
}

export function Assets() {
  const mayChange = useRight('money')
  const { reading, readAgain } = useRead<{ assets: AssetView[] }>('/assets')
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
