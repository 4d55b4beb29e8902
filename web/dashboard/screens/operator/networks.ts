/** The networks by the names that people know, as operators see both at once. */

const words: Record<string, string> = { TestNet: 'test network', MainNet: 'main network' }

/** As addresses spell it. */
export const networkNameOf = (network: string): string => (network === 'TestNet' ? 'test' : 'main')

/** `TestNet` becomes "test network"; what is of no network stays empty. */
export const networkWord = (network: string | null): string =>
  network === null ? '' : (words[network] ?? network)
