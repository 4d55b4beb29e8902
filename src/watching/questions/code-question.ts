/** Whether a contract stands at an address, asked before money is sent there for ever. */
import { getCode } from 'viem/actions'
import { z } from 'zod'
import type { ConnectedChains } from '../../chain/clients.ts'

const CodeQuestion = z.object({
  blockchain: z.string(),
  address: z.templateLiteral(['0x', z.string()]),
})

/**
 * Marks the code of a person's account that points to a contract (EIP-7702): the account is still
 * theirs.
 */
const delegation = '0xef0100'

export type CodeAnswer = { hasCode: boolean }

/** Answers `code`: whether a contract stands at the address. */
export async function answerCode(chains: ConnectedChains, body: unknown): Promise<CodeAnswer> {
  const { blockchain, address } = CodeQuestion.parse(body)
  const chain = chains.get(blockchain)
  if (!chain) throw new Error(`the chain ${blockchain} is not connected`)
  const code = await getCode(chain.reader, { address })
  return { hasCode: code !== undefined && !code.toLowerCase().startsWith(delegation) }
}
