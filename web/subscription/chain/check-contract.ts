/**
 * Asks the chain, through the payer's wallet or a public node, whether the contract is what the page
 * says: the factory and the contract behind its clones run the code that this page was built with,
 * the factory derives this very address from the terms, and the token counts as it is shown.
 */
import { subscriptionCodeHash } from '../../../src/chain/abi/subscription.ts'
import { subscriptionFactoryCodeHash } from '../../../src/chain/abi/subscription-factory.ts'
import { codeHash } from '../../wallet/code-hash.ts'
import type { Provider } from '../../wallet/provider.ts'
import { decimalsCall, predictCall } from '../calls.ts'
import { implementationOf } from '../contract-address.ts'
import type { OnChainSubscription } from '../terms.ts'
import { compareAddress, compareTerms, type ShownTerms, type TermsRefusal } from '../terms-check.ts'
import { numberIn } from '../words.ts'
import { askForAnswer } from './ask-contract.ts'

/** Returns the first contradiction; null where the chain, the terms and the page say the same. */
export async function checkContract(
  provider: Provider,
  subscription: OnChainSubscription,
  shown: ShownTerms,
  shownDecimals: number,
): Promise<TermsRefusal | null> {
  const { terms, factory, contractAddress } = subscription
  const implementation = implementationOf(factory)
  const [factoryHash, implementationHash, predicted, decimals] = await Promise.all([
    codeHash(provider, factory, implementation),
    codeHash(provider, implementation, factory),
    askForAnswer(provider, { to: factory, data: predictCall(terms) }),
    askForAnswer(provider, { to: terms.token, data: decimalsCall }),
  ])
  const isKnown =
    factoryHash === subscriptionFactoryCodeHash && implementationHash === subscriptionCodeHash
  if (!isKnown || numberIn(predicted) === null) return { reason: 'factoryUnknown' }
  if (numberIn(decimals) !== BigInt(shownDecimals)) return { reason: 'tokenDiffers' }
  const refusal = compareTerms(shown, terms) ?? compareAddress(subscription)
  if (refusal) return refusal
  const isPredicted = numberIn(predicted) === BigInt(contractAddress)
  return isPredicted ? null : { reason: 'factoryUnknown' }
}
