/** The price of gas and data on a chain, from which it is computed how long a balance lasts. */
import { envelopeBytes, readDataFeePerByte } from '../chain/gas/data-fee.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

/** The bytes that a charge adds to a transaction: one contract's address. */
const chargeBytes = 32n

/** Reads the fees that a transaction would offer now, and stores them. */
export async function recordGasPrice({ database, chain }: ChainDependencies): Promise<void> {
  const [{ fees }, dataFeePerByte] = await Promise.all([
    readOffer(chain),
    readDataFeePerByte(chain),
  ])
  await database.pool.query({
    name: 'chain-record-gas-price',
    text: `insert into gas_price (blockchain, worst_wei, data_fee_wei, seen_at)
      values ($1, $2, $3, now()) on conflict (blockchain) do update
      set worst_wei = excluded.worst_wei, data_fee_wei = excluded.data_fee_wei, seen_at = excluded.seen_at`,
    values: [
      chain.name,
      String(fees.maxFeePerGas),
      String(dataFeePerByte * (envelopeBytes + chargeBytes)),
    ],
  })
}
