/** Commands to many, as far as these screens show them; the whole is `CommandToMany` in the API's description. */
export type Preview = {
  matches: number
  can: number
  cannot: { status: string; phase: string; count: number }[]
}

export type Job = {
  id: string
  list: 'subscriptions' | 'deliveries'
  command: 'pause' | 'unpause' | 'cancel' | 'resend'
  filter: string
  askedBy: string
  status: 'Running' | 'Done' | 'Stopped'
  total: number
  done: number
  refused: number
  failed: number
  left: number
  createdAt: string
  finishedAt: string | null
}

export type JobAndProblems = Job & {
  problems: { id: string; outcome: string; reason: string | null }[]
}

/** Who may begin a job on a list, and stop it. */
export const rightsOfLists = { subscriptions: 'serve', deliveries: 'integrate' } as const
