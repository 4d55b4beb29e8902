/** Begins the flows of the test clock, and moves it over HTTP with an answer in lines. */
import { eventually } from '../../examples/client/eventually.ts'
import type { Json } from '../../examples/client/merchant.ts'
import type { FlowWorld } from './world.ts'

export const advancePath = '/testing/clock/advance'

type Asked = { accept?: string; key?: string; signal?: AbortSignal }

/** Makes a subscription whose first charge succeeded. */
export async function newActive({ merchant, payer }: FlowWorld): Promise<string> {
  const { contractAddress } = await merchant.subscribe(payer.address)
  await payer.approve(contractAddress, 240)
  await merchant.command(contractAddress, 'activate')
  const isActive = async () => (await merchant.read(contractAddress)).status === 'Active'
  await eventually('the first charge', isActive)
  return contractAddress
}

/** Asks to advance the clock; `key` is an Idempotency-Key. */
export function askToAdvance(
  { merchant: { dev } }: FlowWorld,
  body: Json,
  { accept = 'application/x-ndjson', key, signal }: Asked = {},
): Promise<Response> {
  return fetch(`${dev.baseUrl}${advancePath}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${dev.merchant.apiKey}:${dev.merchant.apiSecret}`)}`,
      'content-type': 'application/json',
      accept,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
}

export const linesOf = async (response: Response): Promise<string[]> =>
  (await response.text()).split('\n').filter(Boolean)
