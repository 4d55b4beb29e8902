/**
 * A new random id, by which the service knows a repeated command. Browsers have `crypto.randomUUID` only where a page came
 * encrypted or from this machine, and phones of iOS 15.0 have none at all.
 */
const idBytes = 16

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(idBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
