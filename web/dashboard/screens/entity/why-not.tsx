/** Answers why something would not take a command, without giving it. */
import type { Answers, CommandAnswer } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { inWords } from '../../parts/status.tsx'
import { Told } from '../../../parts/told.tsx'
import { useRead } from '../../use-read.ts'
import { Advice } from './advice.tsx'
import { type EntityName, pathOf } from './entity-view.ts'
import { Written } from './written.tsx'

type Props = { name: EntityName; commands: string[] }

export function WhyNot({ name, commands }: Props) {
  const [command, setCommand] = useState('')
  const path = command ? pathOf(name, `/explain?command=${encodeURIComponent(command)}`) : null
  const { reading, readAgain } = useRead<Answers['explainEntity']>(path, { kinds: [name.kind] })
  return (
    <Section title="Why can it not …" hint="Asks what it would say to a command. Nothing is done.">
      <div class="card">
        <select
          aria-label="Choose a command"
          value={command}
          onChange={(event) => setCommand(event.currentTarget.value)}
        >
          <option value="">Choose a command</option>
          {commands.map((one) => (
            <option key={one} value={one}>
              {inWords(one)}
            </option>
          ))}
        </select>
        {command && (
          <div role="status">
            <ReadGate reading={reading} readAgain={readAgain}>
              {({ command: answer }) => answer && <Answer answer={answer} />}
            </ReadGate>
          </div>
        )}
      </div>
    </Section>
  )
}

function Answer({ answer: { says, condition, values, change } }: { answer: CommandAnswer }) {
  return (
    <div class="explain-body">
      <p>
        <strong>
          <Told text={says} />
        </strong>
      </p>
      {change && (
        <p>
          <Advice text={change} />
        </p>
      )}
      {condition && (
        <Facts
          facts={[
            ['What would have to hold', <Told key="condition" text={condition} />],
            ...values.map(({ name, value }): Fact => [name, <Written text={value} />]),
          ]}
        />
      )}
    </div>
  )
}
