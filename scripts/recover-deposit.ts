/**
 * Moves on what a payer sent to a payment's deposit address on a wrong chain: to the payment's receiver, on
 * that chain. Any key with some of that chain's coin will do; it pays the gas and gets nothing.
 *
 *   DATABASE_URL=postgresql://… CHAINS_FILE=chains.json GAS_KEY=0x… npm run operator -- recover-deposit \
 *     --payment <id> --chain <chain name> [--token <address>|native] [--receiver-checked]
 *
 * Without --token it moves every token that the chains file knows there, and the native coin.
 */
import { parseArgs } from 'node:util'
import { type Address, BaseError, getAddress, type Hex, isAddress, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connectChain, verifyChainId } from '../src/chain/clients.ts'
import {
  findHeld,
  isContract,
  recoverDeposit,
  type Recoverable,
  requireRecoverable,
} from '../src/chain/deposits/recover.ts'
import { findRecoverable } from '../src/chain/deposits/recoverable-payments.ts'
import { requestRecheck } from '../src/chain/rows/strays.ts'
import { type ChainSettings, readChainsFile } from '../src/shared/chains.ts'
import { errorText } from '../src/shared/errors.ts'
import { formatAmount } from '../src/shared/money.ts'
import { connectDatabase, type Database } from '../src/store/database.ts'

const options = {
  payment: { type: 'string' },
  chain: { type: 'string' },
  token: { type: 'string' },
  'receiver-checked': { type: 'boolean', default: false },
} as const
const { DATABASE_URL, CHAINS_FILE, GAS_KEY } = process.env
const nativeDecimals = 18

type Asked = { payment: string; chain: string; token?: string; 'receiver-checked': boolean }

try {
  const asked = readArguments()
  if (!DATABASE_URL || !CHAINS_FILE || !GAS_KEY)
    throw new Error('set DATABASE_URL, CHAINS_FILE and GAS_KEY')
  const database = await connectDatabase(DATABASE_URL)
  try {
    await recoverPayment(database, readChainsFile(CHAINS_FILE), asked)
  } finally {
    await database.close()
  }
} catch (error) {
  // Without the rest of viem's message, which is a page about the call.
  console.error(
    error instanceof BaseError ? `${error.shortMessage} ${error.details}` : errorText(error),
  )
  process.exitCode = 1
}

function readArguments(): Asked {
  const usage = 'name a payment and a chain: --payment <id> --chain <name>'
  try {
    const { payment, chain, ...values } = parseArgs({ options }).values
    if (payment && chain) return { ...values, payment, chain }
  } catch (cause) {
    throw new Error(`${errorText(cause)}; ${usage}`, { cause })
  }
  throw new Error(usage)
}

async function recoverPayment(
  database: Database,
  chains: ChainSettings[],
  { payment: paymentId, chain: chainName, ...values }: Asked,
): Promise<void> {
  const found = await findRecoverable(database, paymentId)
  if (!found) throw new Error(`there is no payment ${paymentId}`)
  const { blockchain, ...payment } = found
  if (blockchain === chainName)
    throw new Error(
      `${paymentId} is a payment on ${chainName}: sweep it in the dashboard or by the API`,
    )
  const chain = chainNamed(chains, chainName)
  const connection = connectChain(chain)
  const { reader } = connection
  await verifyChainId(chain, connection)
  await requireRecoverable(reader, payment)
  if (!values['receiver-checked']) await requireAccount(chains, [blockchain, chainName], payment)
  const tokens = values.token
    ? [tokenOf(values.token)]
    : await findHeld(reader, payment, knownTokens(chain))
  if (!tokens.length) console.log(`nothing lies at ${payment.depositAddress} on ${chainName}`)
  const account = privateKeyToAccount(GAS_KEY as Hex)
  for (const token of tokens) {
    const { amount, transactionHash } = await recoverDeposit(reader, account, payment, token)
    console.log(
      `${written(chain, token, amount)} went to ${payment.receiver} on ${chainName} in ${transactionHash}`,
    )
  }
  await requestRecheck(database, chainName, paymentId)
}

async function requireAccount(
  chains: ChainSettings[],
  names: [string, string],
  { receiver }: Recoverable,
): Promise<void> {
  for (const name of names)
    if (await isContract(connectChain(chainNamed(chains, name)).reader, receiver))
      throw new Error(
        `the receiver ${receiver} is a contract on ${name}: make sure that it is the merchant's on ${names[1]} too, and add --receiver-checked`,
      )
}

function chainNamed(chains: ChainSettings[], name: string): ChainSettings {
  const chain = chains.find((one) => one.name === name)
  if (!chain?.rpcUrls.length)
    throw new Error(`there is no chain ${name} with rpcUrls in ${CHAINS_FILE}`)
  return chain
}

function tokenOf(text: string): Address {
  if (text === 'native') return zeroAddress
  if (!isAddress(text)) throw new Error(`${text} is neither a token's address nor "native"`)
  return getAddress(text)
}

function knownTokens({ assets }: ChainSettings): Address[] {
  return assets.flatMap(({ address }) => (address ? [getAddress(address)] : []))
}

function written({ assets, nativeSymbol }: ChainSettings, token: Address, amount: bigint): string {
  if (token === zeroAddress) return `${formatAmount(amount, nativeDecimals)} ${nativeSymbol}`
  const asset = assets.find(({ address }) => address && getAddress(address) === token)
  return asset
    ? `${formatAmount(amount, asset.decimals)} ${asset.code}`
    : `${amount} base units of ${token}`
}
