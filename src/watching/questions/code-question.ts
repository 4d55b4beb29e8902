/** What stands at an address, asked by whoever is about to send money there for ever. */
import { getCode } from 'viem/actions'
import { z } from 'zod'
import type { ConnectedChains } from '../../chain/clients.ts'

const CodeQuestion = z.object({
  blockchain: z.string(),
  address: z.templateLiteral(['0x', z.string()]),
})

/** An account of a person may carry a pointer to a contract (EIP-7702) and is still theirs. */
const delegation = '0xef0100'

export type CodeAnswer = { hasCode: boolean }

/** Answers `code`: whether a contract stands at the address. */
export async function answerCode(chains: ConnectedChains, body: unknown): Promise<CodeAnswer> {
  const { blockchain, address } = CodeQuestion.parse(body)
  const chain = chains.get(blockchain)
  if (!chain) throw new Error(`there is no chain ${blockchain} here`)
  const code = await getCode(chain.reader, { address })
  return { hasCode: code !== undefined && !code.toLowerCase().startsWith(delegation) }
}
