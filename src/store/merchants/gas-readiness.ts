/**
 * Judges whether a merchant's gas wallets hold enough to begin with. A coin in the wallet is not enough: the
 * first charges must be sure.
 */
import type { DeployedChain } from '../../shared/chain-directory.ts'
import { formatCoins } from '../../shared/money.ts'
import { computeWeiFor, countChargesLeft } from './charges-left.ts'
import type { WalletInSetup } from './setup.ts'

/** A wallet is ready with enough for so many charges. */
const readyChargesMin = 10

/** A sum to send is rounded up to so many digits. */
const digitsShown = 2

type Chain = Pick<DeployedChain, 'name' | 'nativeSymbol'>
export type GasReadiness = { isReady: boolean; advice: string }

/** Judges the wallets of these chains; one that is ready is enough. */
export function judgeGas(chains: Chain[], wallets: WalletInSetup[]): GasReadiness {
  const verdicts = chains.map((chain) =>
    judgeWallet(
      chain,
      wallets.find(({ blockchain }) => blockchain === chain.name),
    ),
  )
  const isReady = verdicts.some((verdict) => verdict.isReady)
  const advices = verdicts.flatMap((verdict) => (verdict.isReady ? [] : [verdict.advice]))
  return { isReady, advice: advices.join(' ') || sendGas }
}

const sendGas = "Send native tokens to the gas wallet of the asset's chain."

/** While nobody has said yet what gas costs, anything counts. */
function judgeWallet(
  { name, nativeSymbol }: Chain,
  wallet: WalletInSetup | undefined,
): GasReadiness {
  const balance = BigInt(wallet?.balance ?? 0)
  const price = wallet?.price
  if (!wallet || !price) return { isReady: balance > 0n, advice: sendGas }
  const left = countChargesLeft(balance, price)
  const missing = roundUp(computeWeiFor(readyChargesMin, price) - balance)
  return {
    isReady: left >= readyChargesMin,
    advice:
      `The gas wallet on ${name} has enough for ${left} charges, ${readyChargesMin} are needed: ` +
      `send at least ${formatCoins(missing, nativeSymbol)} to ${wallet.address}.`,
  }
}

/** Rounds a sum up to two digits. */
function roundUp(wei: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(wei).length - digitsShown))
  return ((wei + step - 1n) / step) * step
}
