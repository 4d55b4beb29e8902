import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/developer-words.ts'
import { useAddress, useDashboard, useRight } from '../../context.ts'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { Link } from '../../parts/links.tsx'
import { Empty, List } from '../../parts/list.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { useCommand } from '../../use-command.ts'
import { Summary } from './summary.tsx'
import type { TortureRunView } from './torture-view.ts'

export default function Torture() {
  const { network } = useDashboard()
  const mayStart = useRight('integrate')
  if (network === 'main')
    return (
      <Screen title={say('torture')}>
        <Empty title={say('onlyOnTestNet')} hint={say('tortureHint')} />
      </Screen>
    )
  return (
    <Screen title={say('torture')} hint={say('tortureHint')} hasRealTimes>
      {mayStart && <StartRun />}
      <Section title={say('runs')}>
        <List<TortureRunView>
          caption={say('runs')}
          path="/torture-runs"
          field="runs"
          kinds={[]}
          keyOf={({ id }) => id}
          columns={[
            {
              title: say('began'),
              cell: (run) => (
                <Link to={`/torture/${run.id}`}>
                  <When at={run.createdAt} />
                </Link>
              ),
            },
            { title: say('result'), cell: (run) => <Summary run={run} /> },
            { title: say('endpoint'), cell: (run) => <code>{run.url}</code> },
          ]}
          empty={{ title: say('noRuns'), hint: say('noRunsHint') }}
        />
      </Section>
    </Screen>
  )
}

function StartRun() {
  const [echoUrl, setEchoUrl] = useState('')
  const { state, send } = useCommand()
  const { route } = useLocation()
  const address = useAddress()
  const submit = async () => {
    const body = echoUrl.trim() === '' ? {} : { echoUrl: echoUrl.trim() }
    const run = await send<TortureRunView>({ method: 'POST', path: '/torture-runs', body })
    if (run) route(address(`/torture/${run.id}`))
  }
  return (
    <Section title={say('startTorture')} hint={say('startTortureHint')}>
      <div class="card">
        <Form label={say('startTorture')} onSubmit={() => void submit()}>
          <TextField
            label={say('echoUrl')}
            hint={say('echoUrlHint')}
            error={fieldError(state, 'echoUrl')}
            type="url"
            value={echoUrl}
            onValue={setEchoUrl}
          />
          <CommandNote state={state} />
          <div>
            <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
              {say('startTorture')}
            </button>
          </div>
        </Form>
      </div>
    </Section>
  )
}
