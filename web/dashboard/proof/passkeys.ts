/** Passkeys, by the browser's own functions: what the service sends and takes is the standard's JSON. */

/** Has a passkey sign; null where the person declined, or has none here. */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}
