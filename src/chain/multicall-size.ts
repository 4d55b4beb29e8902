/**
 * How many calls one deployless multicall may hold. They travel inside init code, of which a
 * node takes 48 KiB (EIP-3860): 150 calls of up to 68 bytes make 43 KiB with the code that
 * runs them.
 */
const callsMax = 150

/**
 * The `batchSize` for calls of at least so many bytes. viem counts only the calls' own data
 * there, and not the 200 bytes around each of them.
 */
export const batchSizeFor = (callBytesMin: number): number => callsMax * callBytesMin
