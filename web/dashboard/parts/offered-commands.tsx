/** The commands that something takes at this moment and that the visitor's role may give, a button for each. */
import type { ComponentChildren } from 'preact'
import type { Commands } from '../../api/dashboard.generated.ts'
import type { Right } from '../api/identity.ts'
import { useDashboard } from '../context.ts'
import { CommandButton } from './command-button.tsx'

type Offer = {
  /** The right that it needs. */
  right: Right
  label: string
  consequence: ComponentChildren
  /** `strong`: it is what comes next. */
  mood?: 'danger' | 'strong'
}

/** What a list's things are offered, by the name in `actions` and in the command's address; null: not here. */
export type Offers<List extends keyof Commands> = {
  readonly [Name in Commands[List]]: Offer | null
}

type Props<List extends keyof Commands> = {
  list: List
  id: string
  /** The commands that the thing accepts, as the service says. */
  actions: readonly string[]
  offers: Offers<List>
}

export function OfferedCommands<List extends keyof Commands>(props: Props<List>) {
  const { list, id, actions } = props
  const offers = Object.entries<Offer | null>(props.offers)
  const { identity, network } = useDashboard()
  const rights = identity.rights[network]
  const shown = offers.flatMap(([name, offer]) =>
    offer && rights.includes(offer.right) && actions.includes(name) ? [{ name, ...offer }] : [],
  )
  return (
    <>
      {shown.map(({ name, label, consequence, mood }) => (
        <CommandButton
          key={name}
          label={label}
          consequence={typeof consequence === 'string' ? <p>{consequence}</p> : consequence}
          command={{ method: 'POST', path: `/${list}/${id}/${name}` }}
          {...(mood && { mood })}
        />
      ))}
    </>
  )
}
