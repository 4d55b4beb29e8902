import { say } from '../../../messages/dashboard/developer-words.ts'
import { useRight } from '../../context.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { ClockControls, MoveToMoment } from './clock-controls.tsx'
import { useClock } from './use-clock.ts'

export default function Clock() {
  const { clock, away, look, state, move } = useClock()
  const mayMove = useRight('integrate')
  if (!clock)
    return (
      <Screen title={say('clock')}>
        <ReadGate reading={away ?? { step: 'reading' }} readAgain={() => void look()}>
          {() => null}
        </ReadGate>
      </Screen>
    )
  if (!clock.canMove || !mayMove)
    return (
      <Screen title={say('clock')}>
        {clock.canMove ? (
          <Empty title={say('clockOfOthers')} hint={say('clockOfOthersHint')} />
        ) : (
          <Empty title={say('noClock')} hint={say('noClockHint')} />
        )}
      </Screen>
    )
  return (
    <Screen title={say('clock')} hint={say('clockHint')}>
      <Section title={say('ahead')} hint={say('aheadHint')}>
        <div class="card">
          <ClockControls clock={clock} state={state} move={move} />
          <MoveToMoment state={state} move={move} />
        </div>
      </Section>
    </Screen>
  )
}
