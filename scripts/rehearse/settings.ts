/** Reads the settings of a rehearsal: where the service and the chain are, as whom it calls, and who pays. */
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { z } from 'zod'

const amountUsual = '1'
const minutesUsual = '30'

const Settings = z.object({
  BASE_URL: z.url(),
  MANDATE_API_KEY: z.string().min(1),
  MANDATE_API_SECRET: z.string().min(1),
  RPC_URL: z.url(),
  PAYER_KEY: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits'),
  chain: z.string().min(1),
  plan: z.string().min(1),
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal amount, such as 1 or 0.5'),
  minutes: z.coerce.number().positive(),
})

export type RehearsalSettings = {
  baseUrl: string
  apiKey: string
  apiSecret: string
  rpcUrl: string
  payerKey: Hex
  /** The name of the chain, as in the chains file. */
  chain: string
  planId: string
  /** The one-time payment's decimal amount, in the plan's token. */
  amount: string
  /** Each step may take this long. */
  stepTimeoutMs: number
}

/** @throws an error with a line for each setting that is missing or wrong; it quotes none of them */
export function readRehearsal(args: string[], environment: NodeJS.ProcessEnv): RehearsalSettings {
  const text = { type: 'string' } as const
  const options = {
    chain: text,
    plan: text,
    amount: { ...text, default: amountUsual },
    minutes: { ...text, default: minutesUsual },
  }
  const { values } = parseArgs({ args, options })
  const read = Settings.safeParse({ ...environment, ...values })
  if (!read.success) throw new Error(read.error.issues.map(describeIssue).join('\n'))
  const { data } = read
  return {
    baseUrl: data.BASE_URL,
    apiKey: data.MANDATE_API_KEY,
    apiSecret: data.MANDATE_API_SECRET,
    rpcUrl: data.RPC_URL,
    payerKey: data.PAYER_KEY as Hex,
    chain: data.chain,
    planId: data.plan,
    amount: data.amount,
    stepTimeoutMs: data.minutes * 60_000,
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const name = String(path[0])
  return `${/^[A-Z]/.test(name) ? name : `--${name}`}: ${message}`
}
