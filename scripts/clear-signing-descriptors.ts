/**
 * ERC-7730 descriptors of everything that a payer signs, from the ABIs and the factories'
 * addresses: a wallet that knows them shows "Pause subscription" instead of bytes.
 */
import type { AbiParameter } from 'viem'
import { erc20Abi } from '../src/chain/abi/erc20.ts'
import { subscriptionAbi } from '../src/chain/abi/subscription.ts'
import {
  subscriptionFactoryAbi,
  subscriptionFactoryAddress,
} from '../src/chain/abi/subscription-factory.ts'
import {
  factoryFields,
  factorySentences,
  type Field,
  permitFields,
  permitSentences,
  type Sentence,
  subscriptionField,
  subscriptionSentences,
  tokenFields,
  tokenSentences,
} from './clear-signing-fields.ts'

type Abi = readonly { type: string; name?: string; inputs?: readonly AbiParameter[] }[]
type Formats = Record<string, Sentence & { fields: object[] }>

/**
 * Chains where the factories are, or where anybody may deploy them: their addresses are the same
 * everywhere. Ethereum, OP, BNB, Gnosis, Polygon, Sonic, Base, Arbitrum, Celo, Avalanche, Linea;
 * Base Sepolia, Arbitrum Sepolia, Sepolia, OP Sepolia.
 */
const chainIds = [
  1, 10, 56, 100, 137, 146, 8453, 42161, 42220, 43114, 59144, 84532, 421614, 11155111, 11155420,
]
const schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'
const owner = 'Mandate'

/** The descriptors by file name. */
export function clearSigningDescriptors(): Record<string, object> {
  const { inputs } = itemOf(subscriptionFactoryAbi, 'event', 'Deployed')
  const deployEvent = `Deployed(${inputs.map(({ type }) => type).join(',')})`
  return {
    'calldata-MandateSubscription.json': descriptor(
      { contract: { factory: { deployments, deployEvent } } },
      'Subscription',
      formatsOf(subscriptionAbi, subscriptionSentences, {}, [subscriptionField]),
    ),
    'calldata-MandateSubscriptionFactory.json': descriptor(
      { contract: { deployments } },
      'Subscriptions',
      formatsOf(subscriptionFactoryAbi, factorySentences, factoryFields),
    ),
    'common-erc20-tokens.json': unbound(
      'contract',
      formatsOf(erc20Abi, tokenSentences, tokenFields),
    ),
    'common-erc2612-permit.json': unbound('eip712', permitFormats()),
  }
}

const deployments = chainIds.map((chainId) => ({
  chainId,
  address: subscriptionFactoryAddress,
}))

const descriptor = (context: object, contractName: string, formats: Formats) => ({
  $schema: schema,
  context,
  metadata: { owner, contractName },
  display: { formats },
})

/**
 * A descriptor for a token's own descriptor to include: a call of a token is bound to the token,
 * not to its spender.
 */
const unbound = (kind: 'contract' | 'eip712', formats: Formats) => ({
  $schema: schema,
  context: { [kind]: {} },
  display: { formats },
})

function formatsOf(
  abi: Abi,
  sentences: Record<string, Sentence>,
  words: Record<string, Field>,
  leading: object[] = [],
): Formats {
  const entries: [string, Formats[string]][] = Object.entries(sentences).map(([name, sentence]) => {
    const { inputs } = itemOf(abi, 'function', name)
    const key = `${name}(${inputs.map(written).join(',')})`
    return [key, { ...sentence, fields: [...leading, ...fieldsOf(key, inputs, words)] }]
  })
  return Object.fromEntries(entries)
}

function permitFormats(): Formats {
  const inputs = itemOf(erc20Abi, 'function', 'permit')
    .inputs.filter(({ name }) => !['v', 'r', 's'].includes(name!))
    .flatMap((input) => (input.name === 'deadline' ? [nonce, input] : [input]))
  const key = `Permit(${inputs.map(written).join(',')})`
  return { [key]: { ...permitSentences['Permit']!, fields: fieldsOf(key, inputs, permitFields) } }
}
const nonce: AbiParameter = { name: 'nonce', type: 'uint256' }

/** Lists every leaf of the parameters with its words, in the order of the words. */
function fieldsOf(key: string, inputs: readonly AbiParameter[], words: Record<string, Field>) {
  const leaves = inputs.flatMap((input) => leavesOf(input))
  const mute = leaves.filter((path) => !words[path])
  if (mute.length)
    throw new Error(
      `${key} signs ${mute.join(', ')} without words: give them some in scripts/clear-signing-fields.ts`,
    )
  const signed = Object.entries(words).filter(([path]) => leaves.includes(path))
  return signed.map(([path, field]) => ({ path, ...field }))
}

function leavesOf(parameter: AbiParameter): string[] {
  if (!('components' in parameter)) return [parameter.name!]
  return parameter.components.flatMap((inner) =>
    leavesOf(inner).map((path) => `${parameter.name}.${path}`),
  )
}

/** Writes a parameter as the standard does in a key: with its name, a tuple by its components. */
function written(parameter: AbiParameter): string {
  const type =
    'components' in parameter ? `(${parameter.components.map(written).join(',')})` : parameter.type
  return `${type} ${parameter.name}`
}

function itemOf(abi: Abi, type: 'function' | 'event', name: string) {
  const item = abi.find((one) => one.type === type && one.name === name)
  if (!item?.inputs) throw new Error(`there is no ${type} ${name} in the ABI`)
  return { inputs: item.inputs }
}
