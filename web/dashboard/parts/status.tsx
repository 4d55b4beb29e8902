/** A state, in a colour that says whether somebody has to act; the word says it too. */
import { moodOf } from './state-severity.ts'

/** `InProgress` becomes "In progress". */
export const spaced = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** `cancelAtPeriodEnd` becomes "Cancel at period end". */
export const inWords = (command: string): string =>
  spaced(`${command[0]?.toUpperCase() ?? ''}${command.slice(1)}`)

export function Status({ name }: { name: string }) {
  return (
    <span class="status" data-mood={moodOf(name)}>
      {spaced(name)}
    </span>
  )
}
