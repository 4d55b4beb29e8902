/**
 * With which words nodes refuse the bytes of a transaction, as their clients' sources have them: `where` names
 * the repository, the file in it and the constant. Values that a client fills in are made up.
 */
import type { SendRefusal } from '../../src/chain/rpc/send-words.ts'

type Words = { client: string; where: string; says: string; means: SendRefusal }

const of =
  (client: string, where: string) =>
  (...words: [says: string, means: SendRefusal][]): Words[] =>
    words.map(([says, means]) => ({ client, where, says, means }))

const wallet = '0x00000000000000000000000000000000000000aa'

export const nodeWords: Words[] = [
  ...of('geth', 'ethereum/go-ethereum core/txpool/errors.go, validation.go')(
    ['already known', 'known'],
    ['invalid sender', 'invalid'],
    ['invalid sender: invalid chain id for signer: have 1 want 5', 'invalid'],
    ['transaction underpriced', 'underpriced'],
    ['transaction underpriced: tip needed 1, tip permitted 0', 'underpriced'],
    [
      'transaction gas price below minimum: gas tip cap 1500000000, minimum needed 25000000000',
      'underpriced',
    ],
    ['replacement transaction underpriced', 'outbid'],
    ['account limit exceeded: pooled 64 txs', 'notNow'],
    ['exceeds block gas limit', 'invalid'],
    ['oversized data: transaction size 131100, limit 131072', 'invalid'],
    ['address already reserved', 'notNow'],
    ['in-flight transaction limit reached for delegated accounts', 'notNow'],
  ),
  ...of('geth', 'ethereum/go-ethereum core/txpool/legacypool/legacypool.go')(
    ['txpool is full', 'unclear'],
    ['gapped-nonce tx from delegated accounts', 'notNow'],
    ['future transaction tries to replace pending', 'notNow'],
  ),
  ...of('geth', 'ethereum/go-ethereum core/error.go, core/state_transition.go')(
    ['nonce too low: next nonce 5, tx nonce 4', 'nonceUsed'],
    ['nonce too high: tx nonce 6, gapped nonce 4', 'notNow'],
    ['insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1', 'unfunded'],
    ['intrinsic gas too low: gas 100, minimum needed 21000', 'gasTooLow'],
    ['insufficient gas for floor data gas cost: gas 100, minimum needed 21000', 'gasTooLow'],
    ['transaction type not supported: type 2 rejected, pool not yet in London', 'invalid'],
    ['transaction gas limit too high (cap: 16777216, tx: 16777217)', 'invalid'],
    [
      `max fee per gas less than block base fee: address ${wallet}, maxFeePerGas: 1, baseFee: 2`,
      'underpriced',
    ],
    ['sender not an eoa', 'notNow'],
  ),
  ...of('geth', 'ethereum/go-ethereum core/types/transaction.go, internal/ethapi/api.go')(
    ['fee cap less than base fee', 'underpriced'],
    ['tx fee (1.20 ether) exceeds the configured cap (1.00 ether)', 'tooDear'],
  ),
  ...of('bsc', 'bnb-chain/bsc core/txpool/errors.go')(
    ['transaction underpriced, so it is either in pool2 or pool3', 'underpriced'],
    ['sender or to in black list', 'notNow'],
  ),
  ...of('bor', 'maticnetwork/bor core/txpool/validation.go, as its users quote it')(
    [
      'transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000',
      'underpriced',
    ],
    ['transaction underpriced: tip needed 25000000000, tip permitted 1', 'underpriced'],
  ),
  ...of('op-geth', 'ethereum-optimism/op-geth core/txpool/errors.go')(
    ['transaction gas price below minimum: gas tip cap 0, minimum needed 1', 'underpriced'],
    ['exceeds maximum per-transaction gas limit', 'invalid'],
  ),
  ...of('Erigon', 'erigontech/erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go DiscardReason')(
    ['already known', 'known'],
    ['existing txn with same hash', 'known'],
    ['underpriced', 'underpriced'],
    ['fee too low', 'underpriced'],
    ['replacement transaction underpriced', 'outbid'],
    ['could not replace existing tx', 'outbid'],
    ['nonce too low', 'nonceUsed'],
    ['insufficient funds', 'unfunded'],
    ['IntrinsicGas', 'gasTooLow'],
    ['gas limit is too high', 'invalid'],
    ['invalid sender', 'invalid'],
    ['spammer', 'unclear'],
    ['pending sub-pool is full', 'unclear'],
    ['baseFee sub-pool is full', 'unclear'],
    ['queued sub-pool is full', 'unclear'],
  ),
  ...of(
    'Nethermind',
    'NethermindEth/nethermind Nethermind.TxPool AcceptTxResult.cs, TxPoolErrorMessages.cs, TxErrorMessages.cs',
  )(
    ['already known', 'known'],
    ['transaction underpriced', 'underpriced'],
    ['replacement transaction underpriced', 'outbid'],
    ['gas limit reached', 'invalid'],
    ['insufficient funds for gas * price + value', 'unfunded'],
    ['intrinsic gas too low', 'gasTooLow'],
    ['nonce too low', 'nonceUsed'],
    ['nonce too high', 'notNow'],
    ['nonce too far in future', 'notNow'],
    ['delegation nonce gap', 'notNow'],
    ['pending transaction type conflict', 'notNow'],
    ['node is syncing', 'notNow'],
    ['unsupported transaction type', 'invalid'],
    ['transaction too large', 'invalid'],
    ['InvalidTxChainId: Expected 1, got 5.', 'invalid'],
    ['TxGasLimitCapExceeded: Gas limit 16777217 exceeded cap of 16777216.', 'invalid'],
    ['failed to recover sender', 'unclear'],
  ),
  ...of('Nethermind', 'NethermindEth/nethermind AcceptTxResult.cs, until 2025')(
    ['AlreadyKnown', 'known'],
    ['FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 2', 'underpriced'],
    ['FeeTooLowToCompete', 'underpriced'],
    ['ReplacementNotAllowed', 'outbid'],
    ['InsufficientFunds, Account balance: 1, cumulative cost: 2', 'unfunded'],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonceUsed'],
    ['GasLimitExceeded', 'invalid'],
  ),
  ...of('Besu', 'hyperledger/besu RpcErrorType.java')(
    ['Known transaction', 'known'],
    ['Nonce too low', 'nonceUsed'],
    ['Nonce too high', 'notNow'],
    ['Transaction nonce is too distant from current sender nonce', 'notNow'],
    ['An invalid transaction with a lower nonce exists', 'notNow'],
    ['Gas price below configured minimum gas price', 'underpriced'],
    ['Gas price below current base fee', 'underpriced'],
    ['Replacement transaction underpriced', 'outbid'],
    ['Upfront cost exceeds account balance', 'unfunded'],
    ['Intrinsic gas exceeds gas limit', 'gasTooLow'],
    ['Transaction gas limit exceeds block gas limit', 'invalid'],
    ['Invalid signature', 'invalid'],
    ['Invalid transaction type', 'invalid'],
    ['Wrong chainId', 'invalid'],
    ['Transaction fee cap exceeded', 'tooDear'],
    ['Sender account not authorized to send transactions', 'notNow'],
    ['Initial sync is still in progress', 'notNow'],
    [
      'Transaction pool not enabled. (Either txpool explicitly disabled, or node not yet in sync).',
      'notNow',
    ],
    ['Plugin has marked the transaction as invalid', 'unclear'],
  ),
  ...of(
    'Linea',
    'Consensys/linea-monorepo txpoolvalidation/validators/ProfitabilityValidator.java',
  )(['Gas price too low', 'underpriced']),
  ...of('reth', 'paradigmxyz/reth crates/rpc/rpc-eth-types/src/error/mod.rs')(
    ['already known', 'known'],
    ['transaction underpriced', 'underpriced'],
    ['replacement transaction underpriced', 'outbid'],
    ['max fee per gas less than block base fee', 'underpriced'],
    ['transaction priority fee below minimum required priority fee 100', 'underpriced'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonceUsed'],
    ['nonce too high', 'notNow'],
    ['insufficient funds for gas * price + value: have 1 want 2', 'unfunded'],
    ['intrinsic gas too low', 'gasTooLow'],
    ['intrinsic gas too high', 'invalid'],
    ['gas limit too high', 'invalid'],
    ['exceeds block gas limit', 'invalid'],
    ['exceeds max transaction gas limit', 'invalid'],
    ['tx fee (2 wei) exceeds the configured cap (1 wei)', 'tooDear'],
    ['invalid chain ID', 'invalid'],
    ['sender is not an EOA', 'notNow'],
    ['txpool is full', 'unclear'],
  ),
  ...of('Arbitrum', 'OffchainLabs/nitro execution/gethexec/tx_pre_checker.go')(
    [
      `max fee per gas less than block base fee: address ${wallet}, maxFeePerGas: 1 baseFee: 2`,
      'underpriced',
    ],
    [`nonce too low: address ${wallet}, tx: 4 state: 5`, 'nonceUsed'],
    [`nonce too high: address ${wallet}, tx: 6 state: 5`, 'notNow'],
    [`insufficient funds for gas * price + value: address ${wallet} have 1 want 2`, 'unfunded'],
    ['intrinsic gas too low', 'gasTooLow'],
  ),
  ...of('zkSync', 'matter-labs/zksync-era core/node/api_server/src/tx_sender/result.rs')(
    ['known transaction. transaction with hash 0x01 is already in the system', 'known'],
    ['max fee per gas less than block base fee', 'underpriced'],
    ['nonce too low. allowed nonce range: 5 - 25, actual: 4', 'nonceUsed'],
    ['nonce too high. allowed nonce range: 5 - 25, actual: 40', 'notNow'],
    ['insufficient funds for gas + value. balance: 1, fee: 2, value: 0', 'unfunded'],
    ['not enough balance to cover the fee. error message: none', 'unfunded'],
    ['intrinsic gas too low', 'gasTooLow'],
    ['insertion of another transaction with the same nonce is in progress', 'notNow'],
    ['server shutting down', 'notNow'],
    ['exceeds block gas limit', 'invalid'],
    ['transaction type 4 not supported', 'invalid'],
  ),
  ...of('Avalanche', 'ava-labs/coreth core/txpool/validation.go')(
    [`transaction underpriced: address ${wallet} tip needed 2, tip permitted 1`, 'underpriced'],
    [
      `transaction underpriced: address ${wallet} have gas fee cap (1) < pool minimum fee cap (2)`,
      'underpriced',
    ],
    [`nonce too low: address ${wallet} next nonce 5, tx nonce 4`, 'nonceUsed'],
    [`intrinsic gas too low: address ${wallet} needed 21000, allowed 100`, 'gasTooLow'],
    ['exceeds block gas limit: tx gas (2) > current max gas (1)', 'invalid'],
  ),
  ...of('subnet-evm', 'ava-labs/subnet-evm core/txpool/validation.go')(
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'underpriced'],
    [
      `transaction underpriced: address ${wallet} have gas fee cap (1) < pool minimum fee cap (2)`,
      'underpriced',
    ],
  ),
  ...of(
    'Celo',
    'celo-org/op-geth core/txpool/celo_validation.go calls ValidateTransaction',
  )(['transaction underpriced: tip needed 1, tip permitted 0', 'underpriced']),
  ...of('Cosmos EVM', 'cosmos/evm ante/evm/fee_checker.go, mempool/errors.go')(
    [
      'gas prices too low, got: 1atest required: 2atest. Please retry using a higher gas price',
      'underpriced',
    ],
    ['insufficient fees; got: 1atest required: 2atest', 'underpriced'],
    ['tx nonce is lower than account nonce', 'nonceUsed'],
    ['tx nonce is higher than account nonce', 'notNow'],
  ),
  ...of('anvil', 'foundry-rs/foundry crates/anvil/src/eth/error.rs')(
    ['Tx: [0x01] already Imported', 'known'],
    ['Tx: [0x01] insufficient gas price to replace existing transaction', 'outbid'],
    ['nonce too low', 'nonceUsed'],
    ['Insufficient funds for gas * price + value', 'unfunded'],
    ['intrinsic gas too high -- CallerGasLimitMoreThanBlock', 'invalid'],
    ['Transaction gas limit is greater than the block gas limit, gas_limit: 2, cap: 1', 'invalid'],
    ['Unknown transaction type not supported', 'invalid'],
  ),
  ...of('a gateway', 'as users report it')(
    ['internal error', 'unclear'],
    ['Transaction nonce too low', 'nonceUsed'],
    ['INTERNAL_ERROR: existing tx with same hash', 'known'],
    ['transaction already imported', 'known'],
    ['the tide is out for offers like this', 'unclear'],
    ['unknown transaction category', 'unclear'],
  ),
]
