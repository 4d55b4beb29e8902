/**
 * The chains file: the chains, and the tokens behind the asset codes. It is the only source of a
 * token's address and decimals; those of the token contract are compared with it at start.
 */
import { z } from 'zod'
import { Address } from './chains/address.ts'
import { agreementFields, nodesToAgreeOf, refuseTooFewNodes } from './chains/agreement.ts'
import { confirmationsOf, finalityFields, refuseUnknownDepth } from './chains/finality.ts'
import { nodeFields } from './chains/nodes.ts'
import { countedBy } from './chains/provider.ts'
import { repeatedIn } from './chains/repeated.ts'
import { explainFaults } from './chains/faults.ts'
import { faultOfGas, Gas, GasSettings, gasOf } from './chains/gas.ts'
import { faultsOfWorth, sweepFields, withWorth, worthFields } from './chains/worth.ts'
import { listFaults } from './environment/list-faults.ts'
import { readNamedFile } from './environment/named-file.ts'
import { errorText } from './errors.ts'
import { networks } from './network.ts'

/** A text for people. */
const textOf = (lengthMax: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(lengthMax)
    .regex(/^\S(.*\S)?$/, 'must neither begin nor end with a space, and be on one line')

const Asset = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9]{2,20}$/, 'must be 2 to 20 letters and digits'),
  symbol: textOf(20),
  /** The symbol of the token contract, where that is not `symbol`; null where it is not to be compared. */
  onChainSymbol: z.string().min(1).max(64).nullable().optional(),
  name: textOf(60),
  decimals: z.int().min(0).max(36),
  address: Address.nullable().default(null),
  /**
   * Other contracts that log this token's transfers, such as the one that USDT would move to if it
   * were deprecated.
   */
  loggedBy: z.array(Address).max(5).default([]),
  resetAllowance: z.boolean().default(false),
  /** Whether it takes EIP-2612 permits; null where nobody said so. The chain is asked only when a payer has signed one. */
  permit: z.boolean().nullable().default(null),
  ...worthFields,
})

/** A chain's name, which is part of ids and paths, between slashes. */
const ChainName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,38}[A-Za-z0-9]$/,
    'must be 2 to 40 letters, digits and hyphens, such as "BNB-Chain"; a hyphen neither first nor last',
  )

const sweepAfterSecondsDefault = 300

const ChainFields = z.strictObject({
  name: ChainName,
  network: z.enum(networks),
  chainId: z.int().positive(),
  embedded: z.boolean().default(false),
  ...nodeFields,
  ...agreementFields,
  ...finalityFields,
  nativeSymbol: textOf(20).default('ETH'),
  factory: Address.nullable().default(null),
  depositFactory: Address.nullable().default(null),
  explorerUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .nullable()
    .default(null),
  /** The RPC address for payers' wallets that do not know the chain; for an embedded chain its own. */
  publicRpcUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .nullable()
    .default(null),
  /** Seconds that confirmed deposits wait for others, to be swept together; 0 where it is embedded. */
  sweepAfterSeconds: z.int().min(0).max(86_400).optional(),
  gas: Gas,
  ...sweepFields,
  assets: z.array(Asset).min(1),
})

const Chain = ChainFields.refine((chain) => chain.embedded || chain.rpcUrls.length > 0, {
  path: ['rpcUrls'],
  message: 'needs at least one address, or "embedded": true',
})
  .refine((chain) => !chain.embedded || chain.network === 'TestNet', {
    path: ['embedded'],
    message: 'is for a local chain of the TestNet: a chain of the MainNet is never "embedded"',
  })
  .superRefine((chain, context) => {
    const tooFew = refuseTooFewNodes(chain)
    if (tooFew) context.addIssue({ code: 'custom', path: ['rpcUrls'], message: tooFew })
    const noDepth = refuseUnknownDepth(chain)
    if (noDepth) context.addIssue({ code: 'custom', path: ['confirmations'], message: noDepth })
    const gasFault = faultOfGas(chain.chainId, chain.gas)
    if (gasFault) context.addIssue({ code: 'custom', path: ['gas'], message: gasFault })
    for (const [index, { code, address }] of chain.assets.entries())
      if (!chain.embedded && address === null)
        context.addIssue({
          code: 'custom',
          path: ['assets', index, 'address'],
          message: `${code} needs the address of its contract, because the chain is not "embedded"`,
        })
    for (const message of faultsOfWorth(chain))
      context.addIssue({ code: 'custom', path: ['assets'], message })
  })
  .transform(({ sweepAfterSeconds, ...chain }) => ({
    ...withWorth(chain),
    rpcUrls: countedBy(chain.network, chain.rpcUrls),
    nodesToAgree: nodesToAgreeOf(chain),
    // A chain without a depth was refused above.
    confirmations: confirmationsOf(chain) ?? Infinity,
    gas: gasOf(chain.chainId, chain.gas),
    sweepAfterSeconds: sweepAfterSeconds ?? (chain.embedded ? 0 : sweepAfterSecondsDefault),
  }))

export const ChainsFile = z
  .array(Chain)
  .min(1)
  .superRefine((chains, context) => {
    for (const message of repeatedIn(chains)) context.addIssue({ code: 'custom', message })
  })

export type ChainSettings = z.infer<typeof Chain>
export type AssetSettings = ChainSettings['assets'][number]

const demoToken = { decimals: 6, minPayment: '0.01' }

/** The local default: one embedded chain with two demo tokens. */
export const localChains: ChainSettings[] = ChainsFile.parse([
  {
    name: 'LocalTestNet',
    network: 'TestNet',
    chainId: 31337,
    embedded: true,
    assets: [
      { ...demoToken, code: 'ltUSDC', symbol: 'USDC', name: 'USD Coin', permit: true },
      {
        ...demoToken,
        code: 'ltUSDT',
        symbol: 'USDT',
        name: 'Tether USD',
        resetAllowance: true,
        permit: false,
      },
    ],
  },
])

const fieldNames = {
  'a chain': Object.keys(ChainFields.shape),
  'an entry of "assets"': Object.keys(Asset.shape),
  '"gas"': Object.keys(GasSettings.shape),
}

/** Reads and checks a chains file; throws an error that names every wrong field. */
export function readChainsFile(path: string): ChainSettings[] {
  const text = readNamedFile('CHAINS_FILE', path).toString()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new Error(
      `the chains file ${path} (CHAINS_FILE) cannot be read as JSON: ${whyUnread(cause)}`,
    )
  }
  const parsed = ChainsFile.safeParse(json)
  if (parsed.success) return parsed.data
  const faults = explainFaults(json, parsed.error.issues, fieldNames)
  throw new Error(listFaults(`the chains file ${path} (CHAINS_FILE) is not valid`, faults))
}

/** Shortens a JSON error: Node quotes the text around the fault, and a provider's key may stand there. */
const whyUnread = (cause: unknown): string => errorText(cause).replace(/,? (\.\.\.)?".*/s, '')
