/** The service writes this into the widget and the manage page beside WalletConnect's settings. */
export type PageSettings = {
  /** The addresses of both pages from outside, without a last slash. */
  widgetUrl: string
  manageUrl: string
  /** The origins whose pages may frame this one. */
  frameOrigins: string[]
}

/** The id of the page's element that holds them as JSON. */
export const pageSettingsId = 'page-settings'
