/** Addresses as people type them: whole, without a scheme, or a port of this machine. */
export function readAddress(what: string, text: string): string {
  const isPort = /^\d+$/.test(text)
  const isBare = /^[\w.-]+:\d+(\/|$)/.test(text)
  const address = isPort ? `http://127.0.0.1:${text}/` : isBare ? `http://${text}` : text
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new Error(
    `${what} is '${text}'; give an http or https address such as http://127.0.0.1:4000/webhooks`,
  )
}
