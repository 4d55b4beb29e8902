/** Clients of the merchant API: with Basic credentials, with signatures, and on a bare socket. */
import { createHmac } from 'node:crypto'
import { connect } from 'node:net'

export type ApiKey = { name: string; secret: string }
/** The body is whatever JSON came; tests say what they expect of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; headers: Headers; body: any }

export type Options = { headers?: Record<string, string>; body?: string }

/** Sends a request and reads the JSON, if it is JSON. */
export async function send(url: string, method: string, options: Options = {}): Promise<Answer> {
  const response = await fetch(url, { method, ...options })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  }
}

export const basic = ({ name, secret }: ApiKey): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
})

export function basicClient(url: string, key: ApiKey) {
  const json = { ...basic(key), 'content-type': 'application/json' }
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      send(`${url}${path}`, 'GET', { headers: { ...basic(key), ...headers } }),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      send(`${url}${path}`, 'POST', {
        headers: { ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

type Signing = { timestamp?: string; method?: string; target?: string; body?: string }

/** The three headers of a signed request. */
export function signed(
  { name, secret }: ApiKey,
  { timestamp = nowSeconds(), method = 'GET', target = '/', body = '' }: Signing,
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(timestamp + method + target + body)
  return { 'x-api-key': name, 'x-api-ts': timestamp, 'x-api-sig': signature.digest('hex') }
}

export const nowSeconds = (aheadSeconds = 0) => String(Math.floor(Date.now() / 1000) + aheadSeconds)

/** Writes the bytes as they are, ends the connection's own half if asked, and returns what came. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { endsAfterwards = false } = {},
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes)
      if (endsAfterwards) socket.end()
    })
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}
