/** Permits as a payer's wallet signs them, and as anybody may send them to the token. */
import { type Address, createWalletClient, http, parseAbi, parseSignature, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { Payer } from '../../../../../examples/client/payer.ts'
import type { RunningService } from '../../running-service.ts'

const tokenAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function name() view returns (string)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

type Signing = {
  value: bigint
  /** In Unix seconds. */
  deadline: number
  chainId: number
  /** The signer, where it is not the payer. */
  signer?: Pick<PermitPayer, 'account'>
}

export type Signed = { value: string; deadline: number; v: 27 | 28; r: Hex; s: Hex }

export class PermitPayer {
  readonly payer: Payer
  readonly #token: Address
  readonly #account

  private constructor({ dev }: RunningService, privateKey: Hex) {
    const [chain] = dev.chains
    this.#account = privateKeyToAccount(privateKey)
    const { address } = this.#account
    this.payer = new Payer({ chains: dev.chains, payer: { address, privateKey } }, { mines: true })
    this.#token = chain!.assets[0]!.address as Address
  }

  static async begin(service: RunningService, tokens: number): Promise<PermitPayer> {
    const own = new PermitPayer(service, generatePrivateKey())
    await service.payer.node.setBalance({ address: own.payer.address, value: 10n ** 18n })
    await own.payer.earn(tokens)
    return own
  }

  async sign(
    spender: string,
    { value, deadline, chainId, signer = this }: Signing,
  ): Promise<Signed> {
    const asked = { address: this.#token, abi: tokenAbi } as const
    const { reader, address: owner } = this.payer
    const name = await reader.readContract({ ...asked, functionName: 'name' })
    const nonce = await reader.readContract({ ...asked, functionName: 'nonces', args: [owner] })
    const domain = { name, version: '1', chainId, verifyingContract: this.#token }
    const signature = await signer.account.signTypedData({
      domain,
      types,
      primaryType: 'Permit',
      message: { owner, spender: spender as Address, value, nonce, deadline: BigInt(deadline) },
    })
    const { r, s, yParity } = parseSignature(signature)
    return { value: String(value), deadline, v: yParity === 0 ? 27 : 28, r, s }
  }

  get account() {
    return this.#account
  }

  /** Sends a permit to the token, which uses its nonce. */
  async use(spender: string, { value, deadline, v, r, s }: Signed, rpcUrl: string): Promise<void> {
    const wallet = createWalletClient({ account: this.#account, transport: http(rpcUrl) })
    const hash = await wallet.writeContract({
      chain: null,
      address: this.#token,
      abi: tokenAbi,
      functionName: 'permit',
      args: [this.payer.address, spender as Address, BigInt(value), BigInt(deadline), v, r, s],
    })
    await this.payer.node.mine({ blocks: 1 })
    await this.payer.reader.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
}
