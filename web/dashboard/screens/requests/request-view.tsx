/** Requests, as far as these screens show them; the whole is `LoggedRequest` in the API's description. */
export type RequestView = {
  id: string
  requestId: string
  apiKey: string | null
  /** The person who asked; null of a server. */
  account: string | null
  operationId: string
  method: string
  path: string
  status: number
  durationMs: number
  problemCode: string | null
  isReplayed: boolean
  address: string
  userAgent: string | null
  createdAt: string
}

const moodOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad')

export function HttpStatus({ status }: { status: number }) {
  return (
    <span class="status" data-mood={moodOf(status)}>
      {status}
    </span>
  )
}
