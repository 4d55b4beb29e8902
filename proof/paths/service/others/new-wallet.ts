/** A payer with a key of its own and money of both tokens, so that paths do not share nonces. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { Payer } from '../../../../examples/client/payer.ts'
import type { RunningService } from '../running-service.ts'

export type Wallet = { own: Payer; other: Payer }

export async function newWallet({ dev, payer }: RunningService, tokens: number): Promise<Wallet> {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  await payer.node.setBalance({ address, value: 10n ** 18n })
  const known = { chains: dev.chains, payer: { address, privateKey } }
  const own = new Payer(known, { mines: true })
  const other = new Payer(known, { asset: 1, mines: true })
  await own.earn(tokens)
  await other.earn(tokens)
  return { own, other }
}
