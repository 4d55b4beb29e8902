#!/usr/bin/env node
/** `npx mandate` in this project, on the Node that `scripts/run.mjs` finds. */
process.argv.splice(2, 0, 'packages/node/src/command/main.ts')
await import('./run.mjs')
