/**
 * The account behind a test's wallet: a real key that signs real transactions, messages and batches. A
 * batch is one transaction of the account, upgraded to a contract that runs all of its calls or none
 * (EIP-7702).
 */
import {
  type Address,
  type Client,
  createClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  http,
  numberToHex,
  parseAbi,
  slice,
  type TypedDataDefinition,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getCode, sendTransaction, waitForTransactionReceipt } from 'viem/actions'

export type WalletChain = { name: string; chainId: number; rpcUrl: string }
export type Call = { to: Address; data?: Hex; value?: Hex }

const approveSelector = '0x095ea7b3'
const batchAccountAbi = parseAbi(['function execute((address to, bytes data)[] calls)'])
const batchAccountPath = 'test/support/BatchAccount.sol'
/** By chain, because accounts are upgraded to a contract of their own chain. */
const batchAccounts = new Map<string, Promise<Address>>()

export class WalletAccount {
  readonly signer = privateKeyToAccount(generatePrivateKey())
  readonly address = this.signer.address
  /** Its owner lowers what is allowed to this, in base units. */
  capBaseUnits: bigint | null = null

  /** Signs and sends; the owner may have changed what is allowed, as wallets let owners do. */
  send(chain: WalletChain, { to, data, value }: Call): Promise<Hex> {
    return sendTransaction(clientOf(chain), {
      account: this.signer,
      chain: clientOf(chain).chain!,
      to,
      value: BigInt(value ?? 0),
      ...(data && { data: this.#lower(data) }),
    })
  }

  signTypedData(message: TypedDataDefinition): Promise<Hex> {
    return this.signer.signTypedData(message)
  }

  async isUpgraded(chain: WalletChain): Promise<boolean> {
    return (await getCode(clientOf(chain), { address: this.address })) !== undefined
  }

  /** Upgrades the account, as its owner may have agreed to before. */
  async upgrade(chain: WalletChain): Promise<void> {
    const hash = await this.sendTogether(chain, [])
    await waitForTransactionReceipt(clientOf(chain), { hash })
  }

  /** Runs all calls or none, in one transaction, which upgrades the account where it is not yet. */
  async sendTogether(chain: WalletChain, calls: readonly Call[]): Promise<Hex> {
    const client = clientOf(chain)
    const lowered = calls.map(({ to, data = '0x' }) => ({ to, data: this.#lower(data) }))
    const upgrade = (await this.isUpgraded(chain)) ? {} : await this.#authorize(chain)
    return sendTransaction(client, {
      account: this.signer,
      chain: client.chain!,
      to: this.address,
      data: encodeFunctionData({
        abi: batchAccountAbi,
        functionName: 'execute',
        args: [lowered],
      }),
      ...upgrade,
    })
  }

  async #authorize(chain: WalletChain) {
    const client = clientOf(chain)
    const nonce = await client.request({
      method: 'eth_getTransactionCount',
      params: [this.address, 'pending'],
    } as never)
    const contractAddress = await batchAccountOn(chain)
    const authorization = await this.signer.signAuthorization({
      contractAddress,
      chainId: chain.chainId,
      // The transaction that carries it takes the nonce before.
      nonce: Number(nonce) + 1,
    })
    return { authorizationList: [authorization] }
  }

  #lower(data: Hex): Hex {
    if (this.capBaseUnits === null || !data.startsWith(approveSelector)) return data
    const asked = hexToBigInt(slice(data, 36))
    const allowed = asked < this.capBaseUnits ? asked : this.capBaseUnits
    return `${slice(data, 0, 36)}${numberToHex(allowed, { size: 32 }).slice(2)}`
  }
}

export function clientOf({ name, chainId, rpcUrl }: WalletChain): Client {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [rpcUrl] } }
  const chain = defineChain({ id: chainId, name, nativeCurrency, rpcUrls })
  return createClient({ chain, transport: http(rpcUrl), cacheTime: 0 }) as Client
}

/** Deploys, once for each chain, what accounts are upgraded to. */
function batchAccountOn(chain: WalletChain): Promise<Address> {
  const known = batchAccounts.get(chain.rpcUrl) ?? deployBatchAccount(chain)
  batchAccounts.set(chain.rpcUrl, known)
  return known
}

async function deployBatchAccount(chain: WalletChain): Promise<Address> {
  const client = clientOf(chain)
  const account = privateKeyToAccount(generatePrivateKey())
  await client.request({
    method: 'anvil_setBalance',
    params: [account.address, numberToHex(10n ** 18n)],
  } as never)
  // The compiler weighs megabytes, and most tests need no batches.
  const { compileContracts } = await import('../../scripts/contracts-solc.ts')
  const { bytecode } = compileContracts([batchAccountPath]).get('BatchAccount')!
  const hash = await sendTransaction(client, { account, chain: client.chain!, data: bytecode })
  const { contractAddress } = await waitForTransactionReceipt(client, { hash })
  return contractAddress!
}
