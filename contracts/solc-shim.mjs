#!/usr/bin/env node
// Presents npm's solc-js as the native `solc` that forge expects. forge asks for two things only:
// `--version`, and `--standard-json` with the input on stdin.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import solc from 'solc'

const options = process.argv.slice(2)

function readImport(path) {
  const at = options.indexOf('--base-path')
  try {
    return { contents: readFileSync(resolve(at < 0 ? '.' : options[at + 1], path), 'utf8') }
  } catch (error) {
    return { error: error.message }
  }
}

if (options.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else if (options.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: readImport }))
} else {
  process.stderr.write(`solc-shim: unsupported options: ${options.join(' ')}\n`)
  process.exitCode = 1
}
