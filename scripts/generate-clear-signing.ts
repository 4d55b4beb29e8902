/** Writes contracts/clear-signing/*.json; with `--check`, fails when they are out of step with the ABIs. */
import { clearSigningDescriptors } from './clear-signing-descriptors.ts'
import { keepInStep } from './keep-in-step.ts'

const texts = Object.entries(clearSigningDescriptors()).map(([file, descriptor]) => [
  `contracts/clear-signing/${file}`,
  `${JSON.stringify(descriptor, null, 2)}\n`,
])
keepInStep(Object.fromEntries(texts))
