/**
 * A wallet as ERC-7730 describes it: it uses a descriptor only where its context fits, finds the
 * words by the selector, and shows an intent and fields.
 */
import {
  type AbiFunction,
  type Address,
  decodeFunctionData,
  formatUnits,
  type Hex,
  isAddressEqual,
  pad,
  parseAbiItem,
  toEventSelector,
  toFunctionSelector,
} from 'viem'

type Deployment = { chainId: number; address: Address }
type DescribedField = {
  path: string
  label: string
  format: string
  params?: { tokenPath?: string }
  visible?: string
}
type Format = { intent: string; interpolatedIntent?: string; fields: DescribedField[] }
export type Descriptor = {
  $schema: string
  context: {
    contract?: {
      deployments?: Deployment[]
      factory?: { deployments: Deployment[]; deployEvent: string }
    }
    eip712?: object
  }
  display: { formats: Record<string, Format> }
}

export type Log = { address: Address; topics: readonly Hex[] }
export type Call = { chainId: number; to: Address; data: Hex }
/** A parameter, or a component of one. */
type Value = string | number | bigint
export type Tokens = Record<Address, { symbol: string; decimals: number }>

/**
 * Tells whether a call is to a contract that the descriptor is about; the logs are of its
 * deployment.
 */
export function isBound({ context }: Descriptor, call: Call, logs: Log[] = []): boolean {
  const { deployments = [], factory } = context.contract ?? {}
  if (deployments.some((one) => isAt(one, call.chainId, call.to))) return true
  if (!factory) return false
  const topic = toEventSelector(factory.deployEvent)
  return logs.some(
    ({ address, topics }) =>
      topics[0] === topic &&
      topics.some((value) => value.toLowerCase() === pad(call.to).toLowerCase()) &&
      factory.deployments.some((one) => isAt(one, call.chainId, address)),
  )
}

const isAt = (deployment: Deployment, chainId: number, address: Address) =>
  deployment.chainId === chainId && isAddressEqual(deployment.address, address)

/** The selectors that the descriptor has words for. */
export const selectorsIn = ({ display }: Descriptor): Hex[] =>
  Object.keys(display.formats).map((key) => toFunctionSelector(functionOf(key)))

/** The wallet's display: a sentence, and the fields below it. */
export function show({ display }: Descriptor, call: Call, tokens: Tokens = {}) {
  const found = Object.entries(display.formats).find(
    ([key]) => toFunctionSelector(functionOf(key)) === call.data.slice(0, 10),
  )
  if (!found) return null
  const [key, format] = found
  const { args } = decodeFunctionData({ abi: [functionOf(key)], data: call.data })
  const names = functionOf(key).inputs.map(({ name }) => name!)
  const values = Object.fromEntries(names.map((name, index) => [name, args[index]]))
  return render(format, (path) => (path === '@.to' ? call.to : valueAt(values, path)), tokens)
}

/** The display of a message of EIP-712. */
export function showMessage(
  { display }: Descriptor,
  encodedType: string,
  message: Record<string, unknown>,
  verifyingContract: Address,
  tokens: Tokens,
) {
  const format = display.formats[encodedType]
  if (!format) return null
  const read = (path: string) => (path === '@.to' ? verifyingContract : valueAt(message, path))
  return render(format, read, tokens)
}

function render(format: Format, read: (path: string) => Value | undefined, tokens: Tokens) {
  const text = ({ path, format: kind, params }: DescribedField): string => {
    const value = read(path)
    if (value === undefined) throw new Error(`there is nothing at ${path}`)
    if (kind === 'date') return new Date(Number(value) * 1000).toISOString()
    if (kind !== 'tokenAmount') return String(value)
    const token = tokens[read(params!.tokenPath!) as Address]!
    return `${formatUnits(value as bigint, token.decimals)} ${token.symbol}`
  }
  const always = format.fields.filter(({ visible = 'always' }) => visible === 'always')
  const sentence = (format.interpolatedIntent ?? format.intent).replaceAll(
    /\{([^}]+)\}/g,
    (_, path: string) => text(always.find((field) => field.path === path)!),
  )
  return { sentence, fields: Object.fromEntries(always.map((field) => [field.label, text(field)])) }
}

const functionOf = (key: string) =>
  parseAbiItem(`function ${key}` as 'function name()') as AbiFunction

const valueAt = (values: Record<string, unknown>, path: string) =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], values) as
    | Value
    | undefined
