/**
 * A node of the payment's chain, for the requests that wallets do not answer over WalletConnect.
 */
const readable = new Set([
  'eth_call',
  'eth_chainId',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionReceipt',
])

export const isReadable = (method: string): boolean => readable.has(method)

/** Asks the node; throws the node's own error, with its code and the bytes of a revert, where it refuses. */
export async function askNode(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}
