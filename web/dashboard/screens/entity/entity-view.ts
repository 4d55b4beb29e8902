/** Types what the dashboard's API says of anything that keeps a journal of its turns. */

export type Condition = {
  guard: string
  asks: string
  answer: boolean
  remembered: Record<string, unknown>
  told: Record<string, unknown>
}

export type Timer = { timer: string; what: string; at: string }

export type StoryTurn = {
  seq: number
  at: string
  sentence: string
  event: string
  from: string
  to: string
  gap: string | null
}

export type ShownTurn = StoryTurn & {
  turns: number
  state: { status: string; phase: string }
  resource: Record<string, unknown> | null
  actions: string[]
  timers: Timer[]
  conditions: Condition[]
}

/** Says where the turns that are shown begin, if earlier months are kept elsewhere. */
export type KeptFrom = { month: string; seq: number } | null

type Value = { name: string; value: string }

export type Explanation = {
  about: 'Failure' | 'Wait' | 'Decision' | 'End'
  reason: string | null
  says: string
  condition: string
  values: Value[]
  change: string
  helper: string
  turn: number
  since: string
  conditions: Condition[]
  next: Timer[]
  keptFrom: KeptFrom
}

export type CommandAnswer = {
  command: string
  outcome: 'accepted' | 'already' | 'refused'
  says: string
  condition: string | null
  values: Value[]
  change: string | null
  conditions: Condition[]
}

export type Explained = {
  kind: string
  id: string
  at: string
  explanation: Explanation | null
  command: CommandAnswer | null
  commands: string[]
}

export type Span = { status: string; from: string; until: string | null }

export type OnAxis = {
  kind: string
  entity: string
  id: string
  title: string
  status: string
  phase: string
  spans: Span[]
}

export type Linked = {
  at: string
  self: OnAxis
  linked: { relation: string; total: number; actors: OnAxis[] }[]
  deposits: {
    transactionHash: string
    logIndex: number
    amount: { value: string; currency: string }
    minedAt: string
    isLate: boolean
  }[]
  /** The month with which the axis begins, if earlier ones are kept elsewhere. */
  keptFrom: string | null
}

/** Names what a page is about: the plural in addresses, the kind, and the id. */
export type EntityName = { entity: string; kind: string; id: string }

/** The address in the API, below the network. */
export const pathOf = ({ entity, id }: EntityName, rest = ''): string =>
  `/${entity}/${encodeURIComponent(id)}${rest}`
