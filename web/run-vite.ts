/**
 * A program of its own: builds the pages that are named after the folder with Vite into it, at once,
 * so that they share what they have in common.
 */
import { join } from 'node:path'
import { build } from 'vite'

const [, , folder, ...pages] = process.argv
if (!folder) throw new Error('say into which folder the pages are to be built')

/** What pages share is one file: it compresses better than several, and comes in one answer. */
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

await build({
  configFile: false,
  logLevel: 'warn',
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../.cache/vite'),
  // Relative, so that assets are found under any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: 'es2022',
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
