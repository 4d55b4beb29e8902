/**
 * Deploys contracts through the deterministic deployer, which gives them the same address on every chain
 * (github.com/Arachnid/deterministic-deployment-proxy). Where a chain lacks the deployer, the one
 * transaction that can create it is sent: it is signed by no key, is valid on every chain, and its
 * sender is given the native coin for it before.
 */
import { type Account, type Address, type Client, type Hex, parseEther } from 'viem'
import { getBalance, getCode, sendRawTransaction, sendTransaction } from 'viem/actions'
import { deterministicDeployer } from '../../shared/addresses/deterministic-address.ts'
import { detailsOf, readFromChain } from '../chain-errors.ts'
import { hasCode } from '../contract-state.ts'
import { requireMined, type MinedWait } from '../mined.ts'

const deployerCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/** Its signature was made up, and its sender follows from that, so nobody can sign anything else for it. */
const keylessTransaction: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'
const keylessSender: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
/** 100,000 gas at 100 gwei, as the transaction says. */
const keylessCost = parseEther('0.01')

/**
 * Makes sure that the chain has the deployer; pays `keylessCost` where it has to be put there.
 *
 * @throws where other code stands at its address, and where the chain does not take the transaction
 */
async function requireDeployer(
  client: Client,
  account: Account,
  waiting: MinedWait,
): Promise<void> {
  if (await isDeployerThere(client)) return
  const chain = client.chain!
  try {
    await fundKeylessSender(client, account, waiting)
    const hash = await sendRawTransaction(client, { serializedTransaction: keylessTransaction })
    await requireMined(client, hash, waiting)
  } catch (cause) {
    throw new Error(
      `${chain.name} has no deterministic deployer at ${deterministicDeployer}, and did not take the transaction that puts it there (${detailsOf(cause)}). Ask those who run the chain for it: without it the factories have no address there.`,
      { cause },
    )
  }
  if (await isDeployerThere(client)) return
  throw new Error(`the deterministic deployer did not appear on ${chain.name}: try again`)
}

async function isDeployerThere(client: Client): Promise<boolean> {
  const code = await readFromChain(() => getCode(client, { address: deterministicDeployer }))
  if (code === undefined) return false
  if (code === deployerCode) return true
  throw new Error(
    `${client.chain!.name} has other code at ${deterministicDeployer} than the deterministic deployer's: the factories cannot be deployed there`,
  )
}

async function fundKeylessSender(
  client: Client,
  account: Account,
  waiting: MinedWait,
): Promise<void> {
  const balance = await getBalance(client, { address: keylessSender })
  if (balance >= keylessCost) return
  const value = keylessCost - balance
  const hash = await sendTransaction(client, {
    account,
    chain: client.chain!,
    to: keylessSender,
    value,
  })
  await requireMined(client, hash, waiting)
}

/** Deploys `bytecode` at `address`, its deterministic one, unless it is there. */
export async function deployOnce(
  client: Client,
  account: Account,
  { address, bytecode, salt }: { address: Address; bytecode: Hex; salt: Hex },
  waiting: MinedWait = {},
): Promise<'deployed' | 'there already'> {
  if (await hasCode(client, address)) return 'there already'
  await requireDeployer(client, account, waiting)
  try {
    const data = `${salt}${bytecode.slice(2)}` as Hex
    const to = deterministicDeployer
    const hash = await sendTransaction(client, { account, chain: client.chain!, to, data })
    await requireMined(client, hash, waiting)
  } catch (error) {
    // Somebody else may have been faster: there is only one such contract, so that is as good.
    if (await hasCode(client, address)) return 'there already'
    throw error
  }
  if (await hasCode(client, address)) return 'deployed'
  throw new Error(
    `the deployment left nothing at ${address} on ${client.chain!.name}: it derives addresses otherwise than Ethereum does, and the factories cannot be used there`,
  )
}
