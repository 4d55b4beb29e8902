/**
 * Finds values that may stand in the chains file only once. Two chains with one id would both watch one
 * chain and credit it twice; two assets of one token would be one money under two names.
 */
type Chain = {
  name: string
  chainId: number
  assets: { code: string; address: string | null; loggedBy: string[] }[]
}

/** Names every value that is used twice. */
export function repeatedIn(chains: readonly Chain[]): string[] {
  const lists: [string, (string | number)[]][] = [
    ['chain name', chains.map(({ name }) => name)],
    ['chain id', chains.map(({ chainId }) => chainId)],
    ['asset code', chains.flatMap(({ assets }) => assets.map(({ code }) => code))],
    ...chains.map(({ name, assets }): [string, string[]] => [
      `token of ${name}`,
      assets.flatMap(({ address, loggedBy }) => [...(address ? [address] : []), ...loggedBy]),
    ]),
  ]
  return lists.flatMap(([what, values]) => {
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    return twice === undefined ? [] : [`${what} '${twice}' is used twice`]
  })
}
