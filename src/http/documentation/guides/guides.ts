/** Every guide of the service, read when it is first asked for, with the addresses of this service filled in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstGuide, findServedFiles, isGuide, projectRoot } from './served-files.ts'
import { type Guide, readGuide } from './markdown.ts'
import type { HttpSettings } from '../../http-settings.ts'

export type GuideSettings = Pick<
  HttpSettings,
  'baseUrl' | 'checkoutUrl' | 'widgetUrl' | 'manageUrl'
>
/** A row of the table of all guides: what one wants, and what to read for it. */
export type MenuGroup = { heading: string; links: { name: string; address: string }[] }

export class Guides {
  /** Address by path. */
  readonly files = findServedFiles()
  readonly #paths = new Map([...this.files].map(([path, address]) => [address, path]))
  readonly #settings: GuideSettings
  readonly #root: string
  /** As many as there are files. */
  readonly #read = new Map<string, Guide>()

  /** `root` is the path that the service lives under, without a last slash. */
  constructor(settings: GuideSettings, root: string) {
    this.#settings = settings
    this.#root = root
  }

  /** Returns the path of the file that is at an address. */
  pathAt(address: string): string | undefined {
    return this.#paths.get(address)
  }

  bytesOf(path: string): Buffer {
    return readFileSync(join(projectRoot, path))
  }

  read(path: string): Guide {
    const known = this.#read.get(path)
    if (known) return known
    const text = fill(this.bytesOf(path).toString('utf8'), this.#settings)
    const guide = readGuide(path, text, (target) => {
      const address = this.files.get(target)
      return address && `${this.#root}${address}`
    })
    this.#read.set(path, guide)
    return guide
  }

  /** The menu is the table of the first guide, of which each row has a name and links. */
  menu(): MenuGroup[] {
    if (!this.files.has(firstGuide)) return []
    const { html } = this.read(firstGuide)
    return [...html.matchAll(/<tr>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>/gs)].map(
      ([, heading = '', cell = '']) => ({
        heading,
        links: [...cell.matchAll(/<a href="([^"#]+)">(.*?)<\/a>/g)]
          .map(([, address = '', name = '']) => ({ name, address }))
          .filter(({ address }) => this.#isGuideAt(address)),
      }),
    )
  }

  #isGuideAt(address: string): boolean {
    const path = this.pathAt(address.slice(this.#root.length))
    return path !== undefined && isGuide(path)
  }
}

/** The documents name the service's addresses by their settings, or by an example. */
function fill(text: string, { baseUrl, checkoutUrl, widgetUrl, manageUrl }: GuideSettings): string {
  const own: Record<string, string> = {
    '{CHECKOUT_URL}': checkoutUrl,
    '{WIDGET_URL}': widgetUrl,
    '{MANAGE_URL}': manageUrl,
    '{BASE_URL}': baseUrl,
    'https://pay.example.com': baseUrl,
  }
  return text.replaceAll(
    /\{(?:CHECKOUT|WIDGET|MANAGE|BASE)_URL\}|https:\/\/pay\.example\.com/g,
    (place) => own[place]!.replace(/\/$/, ''),
  )
}
