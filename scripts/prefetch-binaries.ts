/**
 * Downloads the programs that the local default needs beside npm's packages, so that the first
 * start need not. It never fails an installation: an operator with a NATS server needs none of
 * them, and the start tries again and says what to do.
 */
import { findBinary, natsServer } from '../src/embedded/binaries.ts'

try {
  await findBinary(natsServer)
} catch (error) {
  console.warn(String(error))
}
