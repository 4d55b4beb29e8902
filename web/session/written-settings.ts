import { type PageSettings, pageSettingsId } from './page-settings.ts'

/** Reads what the service wrote into this page. */
export function readPageSettings(): PageSettings {
  const written = document.getElementById(pageSettingsId)?.textContent
  if (!written) throw new Error('the page has no settings')
  return JSON.parse(written) as PageSettings
}
