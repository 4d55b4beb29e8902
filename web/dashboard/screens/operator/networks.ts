/** The networks by the names that people know, as operators see both at once. */

const words: Record<string, string> = { TestNet: 'test network', MainNet: 'main network' }

/** `TestNet` becomes "test network"; what is of no network stays empty. */
export const networkWord = (network: string | null): string =>
  network === null ? '' : (words[network] ?? network)
