/** Reads events out of logs. viem's own way hashes the signatures of the whole ABI again for each log. */
import {
  type Abi,
  type AbiEvent,
  type ContractEventName,
  type DecodeEventLogReturnType,
  decodeAbiParameters,
  type Hex,
  size,
  toEventSelector,
} from 'viem'
import { addressInTopic } from './checksummed.ts'

type Log = { topics: readonly Hex[]; data: Hex }
type Inputs = AbiEvent['inputs'][number][]
type Shape = { name: string; indexed: Inputs; others: Inputs }

/**
 * Makes a reader of the events of an ABI, whose indexed arguments are addresses or of 32 bytes. It returns null for a log
 * whose first topic is no event of the ABI, and throws where the log is not what that topic says.
 */
export function readerOf<const Events extends Abi>(
  abi: Events,
): (log: Log) => DecodeEventLogReturnType<Events, ContractEventName<Events>> | null {
  const shapes = new Map(
    abi
      .filter((item) => item.type === 'event')
      .map((item) => [toEventSelector(item), shapeOf(item)]),
  )
  return (log) => {
    const shape = shapes.get(log.topics[0]?.toLowerCase() as Hex)
    if (!shape) return null
    return { eventName: shape.name, args: argsOf(shape, log) } as never
  }
}

const shapeOf = (item: AbiEvent): Shape => ({
  name: item.name,
  indexed: item.inputs.filter(({ indexed }) => indexed),
  others: item.inputs.filter(({ indexed }) => !indexed),
})

function argsOf({ name, indexed, others }: Shape, { topics, data }: Log): Record<string, unknown> {
  if (topics.length !== indexed.length + 1)
    throw new Error(`${name} has ${indexed.length} indexed arguments, not ${topics.length - 1}`)
  const args: Record<string, unknown> = {}
  for (const [index, input] of indexed.entries())
    args[input.name!] = readTopic(input.type, topics[index + 1]!)
  if (others.length && size(data) === 0) throw new Error(`${name} without its data`)
  const values = others.length ? decodeAbiParameters(others, data) : []
  for (const [index, input] of others.entries()) args[input.name!] = values[index]
  return args
}

const readTopic = (type: string, topic: Hex): Hex =>
  type === 'address' ? addressInTopic(topic) : topic
