/**
 * One browser profile, with one page in it or several. It records everything that must not happen on
 * any page: errors in its console or its scripts, and loads that its policy stopped.
 */
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page, Route } from 'playwright-core'
import { installWallets, type TestWallet } from './wallet.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

/** Touched, and without a wallet in its browser: those are apps. */
export const onPhone = { viewport: phone, hasTouch: true, isMobile: true }

export type VisitSettings = {
  wallets?: TestWallet[]
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  userAgent?: string
  locale?: string
  /** `navigator.language` says this where no locale does: a headless Chromium without one says `en-US@posix`. */
  language?: string
  timezoneId?: string
  javaScriptEnabled?: boolean
  hasTouch?: boolean
  isMobile?: boolean
  extraHTTPHeaders?: Record<string, string>
  /** Everything that the browser asks for goes through this server. */
  proxy?: { server: string }
  /** Runs in every page before its own scripts: it may use nothing from outside. */
  before?: () => void
  /** Shows the content of `<noscript>`, in a browser in which tests can still run scripts. */
  showsPlainPage?: boolean
}

/** One tab of a profile. */
export class Tab {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  heading = (name: string | RegExp) => this.page.getByRole('heading', { level: 2, name })

  button = (name: string | RegExp) => this.page.getByRole('button', { name })

  /** Text that can be seen in the page's main part; texts for screen readers only are elsewhere. */
  text = (words: string | RegExp) => this.page.getByRole('main').getByText(words)

  /** Lets the page's clock run on until the page shows this: nobody waits for its pauses between tries. */
  async hurryTo(sign: Locator): Promise<void> {
    await this.page.clock.install()
    while (!(await sign.isVisible())) await this.page.clock.runFor(1_000)
  }
}

export class Visit extends Tab {
  /** It outlives the test that opened it: the next state is reached from where it is. */
  isKept = false
  readonly #troubles: string[] = []
  readonly #allowed: RegExp[] = []

  /** Where it began, with the token that the page took away. */
  readonly address: string

  constructor(page: Page, address: string) {
    super(page)
    this.address = address
    const profile = page.context()
    profile.on('console', (message) => this.#listen(message))
    profile.on('weberror', (error) =>
      this.#troubles.push(
        `script: ${error.error().stack || error.error().message || error.error().name}`,
      ),
    )
  }

  /** Expects this trouble: it belongs to the test. */
  allow(trouble: RegExp): void {
    this.#allowed.push(trouble)
  }

  /** Opens an address in another tab of the same profile. */
  async openTab(address: string): Promise<Tab> {
    const tab = new Tab(await this.page.context().newPage())
    await tab.page.goto(address)
    return tab
  }

  /** Closes the profile and returns everything that went wrong in it. */
  async close(): Promise<string[]> {
    await this.page.context().close()
    return this.troubles()
  }

  /** Everything that went wrong in the profile. */
  troubles(): string[] {
    return this.#troubles.filter((trouble) => !this.#allowed.some((known) => known.test(trouble)))
  }

  #listen(message: ConsoleMessage): void {
    // A test opens pages faster than anybody clicks; the page waits as long as the answer says, and asks again.
    if (message.text().includes('429 (Too Many Requests)')) return
    const isTrouble = message.type() === 'error' || /content.security.policy/i.test(message.text())
    if (isTrouble) this.#troubles.push(`console: ${message.text()} (${message.location().url})`)
  }
}

export async function openVisit(
  browser: Browser,
  address: string,
  {
    wallets = [],
    locale = 'en-US',
    language,
    before,
    showsPlainPage = false,
    ...settings
  }: VisitSettings,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    timezoneId: 'UTC',
    locale,
    ...settings,
  })
  await prepare(context, wallets)
  if (language) await context.addInitScript(pretendLanguage, language)
  if (before) await context.addInitScript(before)
  if (showsPlainPage) await context.route(address, showPlainPage)
  const visit = new Visit(await context.newPage(), address)
  await visit.page.goto(address)
  return visit
}

const pretendLanguage = (language: string) =>
  Object.defineProperties(Navigator.prototype, {
    language: { get: () => language },
    languages: { get: () => [language] },
  })

async function prepare(context: BrowserContext, wallets: TestWallet[]): Promise<void> {
  context.setDefaultTimeout(20_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  if (wallets.length > 0) await installWallets(context, wallets)
}

async function showPlainPage(route: Route): Promise<void> {
  const response = await route.fetch()
  const html = await response.text()
  const body = html
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<\/?noscript>/g, '')
    // The style hides it where scripts are off.
    .replace(/<div id="page">.*<\/div>/s, '')
  await route.fulfill({ response, body })
}
