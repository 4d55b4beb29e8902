/** A run of the torture kit as the API shows it. */
export type TortureCallView = {
  what: string
  sentAt: string
  eventId: string | null
  httpStatus: number | null
  error: string | null
  answer: string
  durationMs: number
}

export type TortureResultView = {
  test: string
  rule: { name: string; text: string; link: string }
  outcome: 'Passed' | 'Broken' | 'NotSeen'
  why: string
  question: string | null
  calls: TortureCallView[]
}

export type TortureRunView = {
  id: string
  status: 'Running' | 'Finished'
  url: string
  apiKey: string
  tests: string[]
  summary: { passed: number; broken: number; notSeen: number }
  results: TortureResultView[]
  createdAt: string
  endedAt: string | null
}
