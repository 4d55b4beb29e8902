/**
 * Makes ready what the first start would have to wait for: the programs that the local default needs beside npm's packages,
 * the built pages, and the compiled code. It never fails an installation: an operator with a NATS server and an image
 * without sources need none of them, and the start does what is missing and says what to do.
 */
import { findBinary, natsServer } from '../src/embedded/binaries.ts'
import { buildPages } from '../web/build.ts'

const wanted = [
  findBinary(natsServer),
  buildPages(),
  // Modules that are loaded here are kept as `run.mjs` has Node keep them.
  import('../src/serve.ts'),
]
for (const answer of await Promise.allSettled(wanted))
  if (answer.status === 'rejected') console.warn(String(answer.reason))
