/** The chain that a page works on, as the service describes it. */
export type Blockchain = {
  name: string
  chainId: number
  nativeSymbol: string
  explorerUrl: string | null
  /** A node that anybody may ask; null where the operator names none. */
  publicRpcUrl: string | null
}
