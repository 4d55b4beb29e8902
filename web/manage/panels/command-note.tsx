/** Says beside its button that a command was not done, and what to do. */
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import type { CommandTrouble } from '../use-command.ts'

const texts = {
  refused: 'refusedCommand',
  tooOften: 'tooOften',
  away: 'serviceSilent',
} as const satisfies Record<CommandTrouble, string>

type Props = { managed: Managed; of: readonly string[] }

export function CommandNote({ managed: { commands }, of }: Props) {
  const { say } = useSpeech()
  const { trouble } = commands
  if (!trouble || !of.includes(trouble.command)) return null
  return (
    <p class="note" role="alert">
      {say(texts[trouble.why])}
    </p>
  )
}
