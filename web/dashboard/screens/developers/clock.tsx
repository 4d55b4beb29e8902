import { clockHint } from '../../shell/header-clock.tsx'
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
      <Screen title="Test clock">
        <ReadGate reading={away ?? { step: 'reading' }} readAgain={() => void look()}>
          {() => null}
        </ReadGate>
      </Screen>
    )
  if (!clock.canMove || !mayMove)
    return (
      <Screen title="Test clock">
        {clock.canMove ? (
          <Empty
            title="Your role does not move the clock."
            hint="It stands in the header. An Owner, a Manager or a Developer moves it."
          />
        ) : (
          <Empty
            title="There is no clock to move here"
            hint="Time can be moved on the test network of a service whose chains are all local ones. Here it passes by itself."
          />
        )}
      </Screen>
    )
  return (
    <Screen title="Test clock" hint={clockHint}>
      <Section
        title="Move it ahead"
        hint="Everything that falls due on the way happens in its order: charges, retries, ends. It takes longer the more falls due."
      >
        <div class="card">
          <ClockControls clock={clock} state={state} move={move} />
          <MoveToMoment state={state} move={move} />
        </div>
      </Section>
    </Screen>
  )
}
