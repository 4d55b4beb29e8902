/** Names what keeps a journal of its turns, and types parts of what is said of it. */
import type { Explanation, Linked } from '../../../api/dashboard.generated.ts'

/** Says where the turns that are shown begin, if earlier months are kept elsewhere. */
export type KeptFrom = Explanation['keptFrom']

export type OnAxis = Linked['self']
export type Span = OnAxis['spans'][number]

/** Names what a page is about: the plural in addresses, the kind, and the id. */
export type EntityName = { entity: string; kind: string; id: string }

/** The address in the API, below the network. */
export const pathOf = ({ entity, id }: EntityName, rest = ''): string =>
  `/${entity}/${encodeURIComponent(id)}${rest}`
