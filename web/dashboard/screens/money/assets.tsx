/** The tokens that the merchant takes. */
import { say } from '../../../messages/dashboard/settings-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { CommandButton } from '../../parts/command-button.tsx'
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
  { title: say('asset'), cell: ({ code, name }) => `${code} (${name})` },
  { title: say('blockchain'), cell: ({ blockchain }) => blockchain },
  { title: say('contract'), cell: ({ address }) => <Ends text={address} /> },
  {
    title: say('status'),
    cell: ({ active }) => (
      <span class="status" data-mood={active ? 'good' : 'over'}>
        {say(active ? 'taken' : 'notTaken')}
      </span>
    ),
  },
]

const switching: Column<AssetView> = {
  title: say('actions'),
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
    <Section title={say('assets')} hint={say('assetsHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) => (
          <Table
            caption={say('assets')}
            columns={mayChange ? [...columns, switching] : columns}
            rows={assets}
            keyOf={({ code }) => code}
          />
        )}
      </ReadGate>
    </Section>
  )
}
