/** Made-up previews of a node: what a charge, an activation or a sweep would do now. */
import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  type Hex,
  numberToHex,
  pad,
  toFunctionSelector,
} from 'viem'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { answering } from './lies.ts'
import type { Behaviour } from './rpc-proxy.ts'

const selectorOf = (abi: Abi, name: string): Hex => {
  const found = abi.find((item) => item.type === 'function' && item.name === name)
  if (found?.type !== 'function') throw new Error(`no function ${name}`)
  return toFunctionSelector(found)
}
const previews = ['previewMany', 'previewActivateMany'].map((name) =>
  selectorOf(subscriptionFactoryAbi, name),
)

const dataOf = (params: unknown[]): string => {
  const call = (params[0] ?? {}) as { data?: string; input?: string }
  return call.data ?? call.input ?? ''
}
const isPreview = (method: string, params: unknown[]): boolean =>
  method === 'eth_call' && previews.some((selector) => dataOf(params).startsWith(selector))

/** Previews every charge and activation as failing with this error; `null`: as going through. */
export const previewing =
  (error: string | null): Behaviour =>
  async ({ method, params }) => {
    if (!isPreview(method, params)) return undefined
    const data = dataOf(params) as Hex
    const { args } = decodeFunctionData({ abi: subscriptionFactoryAbi, data })
    const items = args![0] as unknown as unknown[]
    const reason = error === null ? '0x00000000' : toFunctionSelector(error)
    return {
      error: {
        code: 3,
        message: 'execution reverted',
        data: encodeErrorResult({
          abi: subscriptionFactoryAbi,
          errorName: 'Preview',
          args: [items.map(() => reason)],
        }),
      },
    }
  }

/** Answers a preview as if it had not reverted, which the contract never does. */
export const notReverting: Behaviour = async ({ method, params }) =>
  isPreview(method, params) ? { result: '0x' } : undefined

/** Previews every sweep as moving this much. */
export const sweeping = (depositFactory: Address, baseUnits: bigint): Behaviour =>
  answering({
    to: depositFactory,
    data: selectorOf(depositFactoryAbi, 'sweep'),
    answer: pad(numberToHex(baseUnits)),
  })
