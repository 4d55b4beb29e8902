/** Passkeys, by the browser's own functions: what the service sends and takes is the standard's JSON. */

/** Browsers make none for a site that is a bare address. */
export const mayUsePasskeys = (): boolean =>
  !/^[\d.]+$|^\[/.test(location.hostname) &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Has a passkey made; null where the person declined, or the device makes none. */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}

/** Has a passkey sign; null where the person declined, or has none here. */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}
