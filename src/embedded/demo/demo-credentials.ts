/**
 * The credentials of the demo's people. The secret ones are derived from the master key, so that they
 * stay the same over restarts and are stored nowhere else; the payer's key is public.
 */
import type { Hex } from 'viem'
import type { Secrets } from '../../shared/secrets/secrets.ts'

export type DemoCredentials = {
  merchant: { email: string; password: string }
  operator: { email: string; password: string }
  apiKey: { name: string; secret: string }
  payerKey: Hex
}

const passwordLength = 20
const keyNameLength = 22

/** The key of every local chain's second account, which signs by `eth_sendTransaction`. */
const payerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** Derives the credentials. `fixed` is the API key that repeatable scripts bring along. */
export function demoCredentials(
  secrets: Secrets,
  fixed: { apiKey: string | null; apiSecret: string | null },
): DemoCredentials {
  const password = (role: string) =>
    secrets.derive(`demo/${role}/password`).slice(0, passwordLength)
  const keyName = `test_${secrets.derive('demo/api-key/name').slice(0, keyNameLength)}`
  return {
    merchant: { email: 'demo@mandate.local', password: password('merchant') },
    operator: { email: 'operator@mandate.local', password: password('operator') },
    apiKey: {
      name: fixed.apiKey ?? keyName,
      secret: fixed.apiSecret ?? secrets.derive('demo/api-key/secret'),
    },
    payerKey,
  }
}
