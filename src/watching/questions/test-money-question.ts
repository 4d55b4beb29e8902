/** Gives money that is worth nothing: the coin of a local chain, and its demo tokens, which anybody may mint. */
import {
  type Address,
  BaseError,
  type Client,
  encodeFunctionData,
  ExecutionRevertedError,
  type Hex,
  numberToHex,
  parseEther,
} from 'viem'
import { estimateGas, getBalance } from 'viem/actions'
import { z } from 'zod'
import { demoTokenAbi } from '../../chain/abi/demo-token.ts'
import type { ConnectedChain, ConnectedChains } from '../../chain/clients.ts'
import { requireMined } from '../../chain/mined.ts'
import type { DeployedAsset } from '../../shared/chain-directory.ts'

/** Enough for a hundred charges and more, and for all that a payer signs. */
const coins = parseEther('10')
/** Whole tokens, of each that the chain has. */
const tokens = 1_000n

const TestMoneyQuestion = z.object({
  blockchain: z.string(),
  address: z.templateLiteral(['0x', z.string()]),
  withTokens: z.boolean(),
})

/** What was given, such as `1000 ltUSDC`; null where the chain is none of ours to give money on. */
export type TestMoneyAnswer = { given: string[] | null }

/** Answers `testMoney`: only on a local chain, whose money the service makes. */
export async function answerTestMoney(
  chains: ConnectedChains,
  body: unknown,
): Promise<TestMoneyAnswer> {
  const { blockchain, address, withTokens } = TestMoneyQuestion.parse(body)
  const chain = chains.get(blockchain)
  if (!chain?.embedded || chain.network !== 'TestNet') return { given: null }
  const given = [await giveCoins(chain, address)]
  if (withTokens)
    for (const asset of chain.assets)
      if (await mint(chain.reader, asset, address)) given.push(`${tokens} ${asset.code}`)
  return { given }
}

async function giveCoins({ reader, nativeSymbol }: ConnectedChain, address: Address) {
  const balance = await getBalance(reader, { address })
  await command(reader, 'anvil_setBalance', [address, numberToHex(balance + coins)])
  return `${coins / parseEther('1')} ${nativeSymbol}`
}

/** Whether it was minted: on a copy of a real chain only the issuer may, and nothing is sent there. */
async function mint(
  reader: Client,
  { address: to, decimals }: DeployedAsset,
  payer: Address,
): Promise<boolean> {
  const [from] = await command<Address[]>(reader, 'eth_accounts', [])
  const amount = tokens * 10n ** BigInt(decimals)
  const data = encodeFunctionData({
    abi: demoTokenAbi,
    functionName: 'mint',
    args: [payer, amount],
  })
  try {
    await estimateGas(reader, { account: from!, to, data })
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
  const hash = await command<Hex>(reader, 'eth_sendTransaction', [{ from, to, data }])
  await requireMined(reader, hash, { isLocal: true })
  return true
}

const isRevert = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof ExecutionRevertedError) !== null

// viem types none of the commands of development nodes.
const command = <Result>(reader: Client, method: string, params: unknown[]): Promise<Result> =>
  reader.request({ method, params } as never)
