/**
 * Adopts what the database has lost in a restore or a failover and a chain remembers. The service has to run: its
 * worker creates what is adopted, and its watcher reads what came of it. To run the same again does no harm.
 *
 *     DATABASE_URL=… CHAINS_FILE=… npm run operator -- adopt find --chain Base [--from-block 1234]
 *     DATABASE_URL=… CHAINS_FILE=… npm run operator -- adopt subscription 0x… --chain Base --customer <customerId> \
 *       [--plan <id>] [--metadata <text>]
 *     DATABASE_URL=… CHAINS_FILE=… MASTER_KEY=… npm run operator -- adopt payment <id> --chain Base --merchant <id> \
 *       --address 0x… --asset USDC --amount 10 --expires 2026-12-01T12:00:00Z \
 *       [--receiver 0x…] [--description <text>] [--metadata <JSON>]
 *     DATABASE_URL=… CHAINS_FILE=… MASTER_KEY=… npm run operator -- adopt payments <file.ndjson> --chain Base --merchant <id>
 *
 * A line of the file is a payment as the API answered it, or the body of a webhook that has one.
 */
import { parseArgs } from 'node:util'
import { getAddress } from 'viem'
import { type ConnectedChain, connectChain } from '../src/chain/clients.ts'
import { resolveChain } from '../src/chain/deployments/deployments.ts'
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { chainsOf } from '../src/embedded/stack.ts'
import { Clock } from '../src/shared/clock.ts'
import { errorText } from '../src/shared/errors.ts'
import { idPattern } from '../src/shared/ids.ts'
import { createLog, type Log } from '../src/shared/log.ts'
import { readMasterKeys } from '../src/shared/secrets/master-key.ts'
import { Secrets } from '../src/shared/secrets/secrets.ts'
import { readSettings, type Settings } from '../src/shared/settings.ts'
import type { Database } from '../src/store/database.ts'
import { requireMasterKey } from '../src/store/master-key-id.ts'
import { adoptLine, forEachSome, readLines } from '../src/watching/adoption/adopt-lines.ts'
import { adoptPayment } from '../src/watching/adoption/adopt-payment.ts'
import { adoptSubscription } from '../src/watching/adoption/adopt-subscription.ts'
import { findUnknown } from '../src/watching/adoption/find-unknown.ts'

const text = { type: 'string' } as const
const options = {
  chain: text,
  'from-block': text,
  customer: text,
  plan: text,
  merchant: text,
  address: text,
  asset: text,
  amount: text,
  expires: text,
  receiver: text,
  description: text,
  metadata: text,
}
type Options = { [Name in keyof typeof options]?: string | undefined }
type Work = {
  database: Database
  chain: ConnectedChain
  settings: Settings
  log: Log
  asked: Options
}

const usage =
  'say what to adopt: find, subscription <contract address>, payment <id> or payments <file>, with --chain; the beginning of scripts/adopt.ts lists the rest'

async function main(): Promise<void> {
  const { values: asked, positionals } = parseArgs({ options, allowPositionals: true })
  const [what = '', id = ''] = positionals
  const settings = readSettings(process.env)
  const wanted = chainsOf(settings).find(({ name }) => name === asked.chain)
  if (!wanted) throw new Error(`${asked.chain ?? 'no chain'} is not in the chains file; ${usage}`)
  const database = await connectDatabaseOf(settings)
  try {
    const deployed = await resolveChain(wanted, database)
    const chain = { ...deployed, ...connectChain(deployed) }
    const work = { database, chain, settings, log: createLog('warn'), asked }
    if (what === 'find') await find(work)
    else if (what === 'subscription') await takeSubscription(work, id)
    else if (what === 'payment') await takePayment(work, id)
    else if (what === 'payments') await takePayments(work, id)
    else throw new Error(usage)
  } finally {
    await database.close()
  }
}

async function find({ asked, ...work }: Work): Promise<void> {
  const from = asked['from-block'] ?? null
  if (from !== null && !/^\d+$/.test(from)) throw new Error(`--from-block is ${from}`)
  const unknown = await findUnknown(work, from === null ? null : Number(from))
  const unfit = unknown.filter(({ notYours }) => notYours !== null)
  for (const { kind, address, owner, blockNumber, transactionHash, notYours } of unknown)
    console.log(
      notYours === null
        ? `${kind} ${address} of merchant ${owner.merchantId} (${owner.network}), block ${blockNumber}, transaction ${transactionHash}`
        : `not yours: ${kind} ${address} names the gas wallet of merchant ${owner.merchantId} (${owner.network}), block ${blockNumber}, and ${notYours}`,
    )
  console.log(
    `${unknown.length - unfit.length} are unknown, and ${unfit.length} more are not yours and cannot be adopted. Deposits that nobody has moved yet are not among them: merchants know the ids of their payments.`,
  )
}

async function takeSubscription({ asked, ...work }: Work, address: string): Promise<void> {
  const contractAddress = getAddress(address)
  const { isNew, input } = await adoptSubscription(work, {
    contractAddress,
    customerId: required(asked, 'customer'),
    planId: asked.plan ?? null,
    metadata: asked.metadata ?? null,
  })
  console.log(
    `${isNew ? 'Adopted' : 'Known already'}: ${contractAddress} of merchant ${input.merchantId}, plan ${input.planId}. What was charged is found by the next round over contracts, within a minute.`,
  )
}

async function takePayment({ asked, settings, ...work }: Work, id: string): Promise<void> {
  if (!idPattern.test(id)) throw new Error(`'${id}' is no id of a payment`)
  const secrets = await openSecrets({ settings, ...work })
  const expiresAt = new Date(required(asked, 'expires'))
  if (Number.isNaN(expiresAt.getTime())) throw new Error(`--expires is ${asked.expires}`)
  const { isNew, logs } = await adoptPayment(
    { ...work, secrets },
    {
      id,
      merchantId: required(asked, 'merchant'),
      network: work.chain.network,
      depositAddress: getAddress(required(asked, 'address')),
      asset: required(asked, 'asset'),
      amount: required(asked, 'amount'),
      expiresAt,
      description: asked.description ?? null,
      metadata: asked.metadata ?? null,
      checkoutUrl: `${checkoutOf(settings)}/${id}`,
      receiver: asked.receiver === undefined ? null : getAddress(asked.receiver),
    },
  )
  console.log(
    `${isNew ? 'Adopted' : 'Known already'}: payment ${id}; ${logs} transfers and sweeps were found at its address.`,
  )
}

/** Payments that are adopted at the same time. */
const paymentsAtOnceMax = 8

/** Prints a line for each line of the file; what could not be adopted can be run again, and so can the rest. */
async function takePayments({ asked, settings, ...work }: Work, file: string): Promise<void> {
  if (!file) throw new Error(`name the file; ${usage}`)
  const merchantId = required(asked, 'merchant')
  const dependencies = { ...work, secrets: await openSecrets({ settings, ...work }) }
  const owner = { merchantId, network: work.chain.network }
  const checkout = checkoutOf(settings)
  const count = { adopted: 0, known: 0, failed: 0 }
  await forEachSome(readLines(file), paymentsAtOnceMax, async ({ number, line }) => {
    const result = await adoptLine(dependencies, line, owner, checkout)
    count[result.outcome]++
    console.log(`line ${number}: ${result.says}`)
  })
  console.log(`${count.adopted} adopted, ${count.known} known already, ${count.failed} not adopted`)
  if (count.failed) process.exitCode = 1
}

async function openSecrets({ database, settings, log }: Omit<Work, 'asked' | 'chain'>) {
  const { current, old } = readMasterKeys(settings, chainsOf(settings))
  if (!current) throw new Error('set MASTER_KEY to the key of this database')
  const secrets = new Secrets(current, old)
  await requireMasterKey({ database, log, secrets, clock: new Clock() })
  return secrets
}

function checkoutOf({ addresses, port }: Settings): string {
  return addresses.checkout ?? `${addresses.base ?? `http://localhost:${port}`}/checkout`
}

function required(asked: Options, name: keyof Options): string {
  const value = asked[name]
  if (value) return value
  throw new Error(`--${name} is missing; ${usage}`)
}

// Last, so that everything above is there when it runs.
try {
  await main()
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
