/** The commands that something takes at this moment and that the visitor's role may give, a button for each. */
import type { ComponentChildren } from 'preact'
import type { Right } from '../api/identity.ts'
import { useDashboard } from '../context.ts'
import { CommandButton } from './command-button.tsx'

export type Offer = {
  /** The name in `actions` and in the command's address, such as `pause`. */
  name: string
  /** The right that it needs. */
  right: Right
  label: string
  consequence: ComponentChildren
  /** `strong`: it is what comes next. */
  mood?: 'danger' | 'strong'
}

type Props = {
  /** The thing's path, such as `/plans/1BwR…`; a command's name follows. */
  path: string
  /** The commands that the thing accepts, as the service says. */
  actions: readonly string[]
  offers: readonly Offer[]
}

export function OfferedCommands({ path, actions, offers }: Props) {
  const { identity, network } = useDashboard()
  const rights = identity.rights[network]
  const shown = offers.filter(({ name, right }) => rights.includes(right) && actions.includes(name))
  return (
    <>
      {shown.map(({ name, label, consequence, mood }) => (
        <CommandButton
          key={name}
          label={label}
          consequence={typeof consequence === 'string' ? <p>{consequence}</p> : consequence}
          command={{ method: 'POST', path: `${path}/${name}` }}
          {...(mood && { mood })}
        />
      ))}
    </>
  )
}
