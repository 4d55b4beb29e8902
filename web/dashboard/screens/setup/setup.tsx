/** What is left to do until a subscription can be charged. */
import { say } from '../../../messages/dashboard/settings-words.ts'
import { Link } from '../../parts/links.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'

type Item = { name: string; done: boolean; advice: string }

/** Where each step is done. */
const places: Record<string, string> = {
  ActiveAsset: '/money',
  GasWalletFunds: '/money',
  Receiver: '/money',
  ApiKey: '/integration',
  ActivePlan: '/plans',
  Verification: '/verification',
}

export default function Setup() {
  const { reading, readAgain } = useRead<{ items: Item[]; missing: string[] }>('/checklist', {
    kinds: ['plan', 'verification'],
  })
  return (
    <Screen title={say('setup')} hint={say('setupHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ items, missing }) => (
          <>
            <ol class="steps">
              {items.map((item) => (
                <Step key={item.name} item={item} />
              ))}
            </ol>
            {missing.length === 0 && (
              <Empty
                title={say('setupComplete')}
                hint={say('setupCompleteHint')}
                action={<Link to="/charges">{say('seeCharges')}</Link>}
              />
            )}
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

const Step = ({ item: { name, done, advice } }: { item: Item }) => (
  <li class="card">
    <h2>
      {spaced(name)}{' '}
      <span class="status" data-mood={done ? 'good' : 'wait'}>
        {say(done ? 'stepDone' : 'stepOpen')}
      </span>
    </h2>
    {!done && <p>{advice}</p>}
    {!done && places[name] && (
      <p>
        <Link to={places[name]} class="quiet">
          {say('goThere')}
        </Link>
      </p>
    )}
  </li>
)
