/**
 * A program of its own: builds the checkout page with Vite into the folder given as its argument.
 */
import { join } from 'node:path'
import { build } from 'vite'

const [, , folder] = process.argv
if (!folder) throw new Error('say into which folder the page is to be built')

await build({
  configFile: false,
  logLevel: 'warn',
  root: join(import.meta.dirname, 'checkout'),
  // Relative, so that assets are found under any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows neither inline scripts nor data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
