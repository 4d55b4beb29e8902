/**
 * Gas wallets: one key for each merchant and chain, made when it is first needed. It pays for
 * transactions and holds gas, never a merchant's money.
 */
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Database } from '../database.ts'
import { GasWallet } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { getMerchant } from './merchants.ts'
import type { MerchantDependencies, WithDatabase, WithClock } from '../parts.ts'

export type GasWalletSummary = {
  blockchain: string
  address: Address
  /** Wei, as last read from the chain; null before the first reading. */
  balance: bigint | null
  seenAt: Date | null
}

const keyPurpose = ({ network }: Owner, blockchain: string) => `gas-wallet/${network}/${blockchain}`

/** Returns the merchant's gas wallet on a chain; makes it at the first call. */
export async function ensureGasWallet(
  dependencies: MerchantDependencies,
  owner: Owner,
  blockchain: string,
): Promise<GasWalletSummary> {
  return summarize(
    (await findWallet(dependencies, owner, blockchain)) ??
      (await make(dependencies, owner, blockchain)),
  )
}

export async function listGasWallets(
  { database }: WithDatabase,
  owner: Owner,
): Promise<GasWalletSummary[]> {
  const wallets = await database.orm.em.fork().find(GasWallet, { ...owner })
  return wallets.map(summarize)
}

/** Opens the private key, to sign with it at once; throws where there is no wallet. */
export async function openGasKey(
  dependencies: MerchantDependencies,
  owner: Owner,
  blockchain: string,
): Promise<Hex> {
  const wallet = await findWallet(dependencies, owner, blockchain)
  if (!wallet) throw new Error(`merchant ${owner.merchantId} has no gas wallet on ${blockchain}`)
  const merchant = await getMerchant(dependencies, owner.merchantId)
  const purpose = keyPurpose(owner, blockchain)
  return dependencies.secrets.open(merchant, purpose, wallet.sealedPrivateKey) as Hex
}

/** Records the balance of a wallet, in wei, as read from the chain. */
export async function recordGasBalance(
  { database, clock }: WithClock,
  blockchain: string,
  address: Address,
  balance: bigint,
): Promise<void> {
  const seen = { balance: String(balance), seenAt: clock.realNow() }
  await database.orm.em.fork().nativeUpdate(GasWallet, { blockchain, address }, seen)
}

/** Records the balances of wallets on a chain, in wei, as read from it now. */
export async function recordGasBalances(
  { pool }: Pick<Database, 'pool'>,
  blockchain: string,
  read: { address: Address; balance: string }[],
): Promise<void> {
  await pool.query(
    `update gas_wallet w set balance = t.balance, seen_at = now()
     from unnest($2::text[], $3::numeric[]) as t(address, balance)
     where w.blockchain = $1 and w.address = t.address`,
    [blockchain, read.map(({ address }) => address), read.map(({ balance }) => balance)],
  )
}

function findWallet({ database }: MerchantDependencies, owner: Owner, blockchain: string) {
  return database.orm.em.fork().findOne(GasWallet, { ...owner, blockchain })
}

/** Makes a wallet; two processes that do so at once end up with the one that was stored first. */
async function make(
  dependencies: MerchantDependencies,
  owner: Owner,
  blockchain: string,
): Promise<GasWallet> {
  const privateKey = generatePrivateKey()
  const merchant = await getMerchant(dependencies, owner.merchantId)
  const purpose = keyPurpose(owner, blockchain)
  const sealedPrivateKey = dependencies.secrets.seal(merchant, purpose, privateKey)
  const wallet = {
    ...owner,
    blockchain,
    address: privateKeyToAddress(privateKey),
    sealedPrivateKey,
  }
  await dependencies.database.orm.em
    .fork()
    .upsert(GasWallet, wallet, { onConflictAction: 'ignore' })
  return dependencies.database.orm.em.fork().findOneOrFail(GasWallet, { ...owner, blockchain })
}

function summarize({ blockchain, address, balance, seenAt }: GasWallet): GasWalletSummary {
  return {
    blockchain,
    address: address as Address,
    balance: balance === null || balance === undefined ? null : BigInt(balance),
    seenAt: seenAt ?? null,
  }
}
