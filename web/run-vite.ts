/** A program of its own: builds all pages with Vite into the folder that is named, with compressed copies of their files. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { type PageName, payerPageNames } from './build.ts'

const [, , folder] = process.argv
if (!folder) throw new Error('say into which folder the pages are to be built')

/** Pages that are built together share files; people of a merchant and payers share none. */
const builtTogether: readonly (readonly PageName[])[] = [
  payerPageNames,
  ['dashboard'],
  ['docs'],
  ['machines'],
]

/**
 * The oldest browsers that payers come with, such as those of an iPhone that gets no more updates, and of web views in
 * shops' and wallets' apps. People of a merchant can be asked for a newer one. A syntax or a style that these do not have
 * is written in an older way; a function that they do not have is not filled in: `proof/shape/old-browsers.test.ts` finds it.
 */
const styleTargets = {
  payers: ['ios15', 'safari15', 'chrome100', 'firefox100'],
  people: ['ios17.4', 'safari17.4', 'chrome119', 'firefox121'],
}

/** The shared part of the pages is one file: it compresses better than several, and comes in one answer. */
const codeSplitting = {
  groups: [
    {
      name: 'common',
      // A language is loaded alone.
      test: (id: string) => !/messages\/\w+\/(?:\w+-)?(?:english|spanish|russian)/.test(id),
      minShareCount: 2,
    },
  ],
}

/** A page's HTML comes first of all, and its indents tell a browser nothing. */
const withoutIndents = {
  name: 'without-indents',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string) => html.replaceAll(/\n\s+/g, '\n'),
  },
}

/**
 * Vite has whatever is loaded later load what it needs at the same time. With payers that is there already, all in one file, and
 * half a kilobyte of help for it would be for nothing.
 */
const withoutPreloading: Plugin = {
  name: 'without-preloading',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null,
}

for (const pages of builtTogether) await buildTogether(folder, pages)
await compress(join(folder, 'assets'))

function buildTogether(into: string, pages: readonly PageName[]) {
  return build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    cacheDir: join(import.meta.dirname, '../.cache/vite'),
    // Relative, so that assets are found under any path.
    base: './',
    ...(pages === payerPageNames && { plugins: [withoutPreloading, withoutIndents] }),
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: into,
      emptyOutDir: false,
      // The newest syntax that all of them read. Written older, its private fields would weigh two kilobytes.
      target: 'es2022',
      cssTarget: pages === payerPageNames ? styleTargets.payers : styleTargets.people,
      rolldownOptions: {
        input: pages.map((page) => join(import.meta.dirname, `${page}.html`)),
        output: {
          chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
          ...(pages.length > 1 && { codeSplitting }),
        },
      },
      // The page's policy allows neither inline scripts nor data: styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
}

/** Writes a compressed copy beside every file, which the server then sends as it is. */
async function compress(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    const file = join(assets, name)
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    await writeFile(`${file}.br`, brotliCompressSync(bytes))
  }
}
