/** Reads from the settings alone what a start will do, before any server or code of the service is there. */
import { accessOptions } from './bus/access.ts'
import { chainsOf } from './embedded/stack.ts'
import type { ChainSettings } from './shared/chains.ts'
import { errorText } from './shared/errors.ts'
import { requireMainNetworkSettings } from './shared/main-network.ts'
import { type GivenKeys, readMasterKeys } from './shared/secrets/master-key.ts'
import type { Settings } from './shared/settings.ts'

/** The settings alone say this of a start; nothing is reached or made for it. */
export type Intended = {
  chains: ChainSettings[]
  given: GivenKeys
  /** Lists what a main network would need, and ALLOW_UNSAFE_MAINNET lets be missing. */
  gaps: string[]
}

/** Reads all that the settings name: files, keys, addresses. @throws an error that names the first setting that is wrong */
export function readIntended(settings: Settings): Intended {
  const chains = chainsOf(settings)
  requireNatsAddresses(settings)
  const gaps = requireMainNetworkSettings({ settings, chains })
  const given = readMasterKeys(settings, chains)
  return { chains, given, gaps }
}

function requireNatsAddresses({ nats: { urls, files }, roles }: Settings): void {
  for (const role of urls ? roles : [])
    try {
      accessOptions({ url: urls![role], files, role })
    } catch (cause) {
      const text = errorText(cause)
      throw new Error(text.startsWith('NATS_') ? text : `NATS_URL: ${text}`, { cause })
    }
}
