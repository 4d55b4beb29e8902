import type { SessionClient } from '../session/client.ts'
import type { PageAddress } from '../session/page-address.ts'

type Way = { widgetUrl: string; client: SessionClient; address: PageAddress }

/**
 * Leads to the widget, in the language and the colours of this page, and with its way back. Beside this page it finds the token
 * in the tab's storage; a widget of another origin is given it as a shop gives it, and takes it out of
 * its address at once.
 */
export function widgetAddress(
  { widgetUrl, client, address }: Way,
  opening: { plan: string; subscription?: string },
): string {
  const target = new URL(`${widgetUrl}/`, location.href)
  const parameters = {
    ...opening,
    ...(address.language && { lang: address.language }),
    ...(address.theme && { 'dark-theme': String(address.theme === 'dark') }),
    ...(address.backTarget && { 'back-url': address.backTarget.href }),
    ...(target.origin !== location.origin && { session: client.token }),
  }
  target.search = new URLSearchParams(parameters).toString()
  return target.href
}
