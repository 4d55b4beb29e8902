/**
 * Limits the calls of one deployless multicall. The calls are inside init code, of which a node takes 48 KiB
 * (EIP-3860), and their answers come back as if they were a contract's code, of which it takes 24,576 bytes (EIP-170):
 * 64 and up to 224 for each answer, 109 in all.
 */
export const callsMax = 100

/**
 * Computes viem's `batchSize` for calls of at least so many bytes. viem counts only the calls' own
 * data there, and not the 200 bytes around each of them.
 */
export const batchSizeFor = (callBytesMin: number): number => callsMax * callBytesMin
