/** Says beside its button that a command was not done, and what to do. */
import { RefusalNote } from '../../session/refusal-note.tsx'
import type { Managed } from '../context.ts'

type Props = { managed: Managed; of: readonly string[] }

export function CommandNote({ managed: { commands }, of }: Props) {
  const { trouble } = commands
  return trouble && of.includes(trouble.command) ? <RefusalNote error={trouble.error} /> : null
}
