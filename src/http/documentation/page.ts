/** The readable page of an OpenAPI document: plain HTML, complete without a script or a network. */
import { type Api, apis } from '../openapi/apis.ts'
import type { Content, OpenApi, Operation, Schema } from './document-shape.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeInline, writeProse } from '../html.ts'
import { listChapters, writeChapters } from './chapters.ts'
import { writeFieldRow, writeFieldTable, writeSchemaTable } from './schema-table.ts'

/** Writes the page; `root` is the path that the service lives under, without a last slash. */
export function writePage(api: Api, document: OpenApi, root: string): string {
  const { info, tags } = document
  const operations = listOperations(document)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="stylesheet" href="${root}/docs/style.css">
</head>
<body>
<nav aria-label="Calls">
<h1><a href="#top">${escapeHtml(info.title)}</a></h1>
${api.describesWebhooks ? `<h2>Beside the calls</h2><ul>${listChapters()}</ul>` : ''}
${tags.map(({ name }) => contents(name, operations)).join('')}
<h2>Objects</h2>
<ul>${Object.keys(document.components.schemas).map(schemaLink).join('')}</ul>
</nav>
<main id="top">
${writeProse(api.description)}
<p><a href="${root}/${api.file}">The same as an OpenAPI 3.1 document</a></p>
${others(api, root)}
<h2>Authentication</h2>
<p>${writeInline(api.authentication)}</p>
<dl>${Object.values(document.components.securitySchemes).map(credential).join('')}
${Object.entries(api.signedBy ?? {})
  .map(header)
  .join('')}</dl>
${api.describesWebhooks ? writeChapters() : ''}
${operations.map((operation) => operationSection(api, operation, document)).join('')}
<h2>Objects</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, schema]) => `<section id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>
${writeProse(schema.description ?? '')}${writeSchemaTable(schema)}</section>`,
  )
  .join('')}
</main>
</body>
</html>
`
}

const others = (api: Api, root: string): string =>
  apis
    .filter((other) => other !== api)
    .map(({ page, title }) => `<p><a href="${root}${page}">${escapeHtml(title)}</a></p>`)
    .join('')

type PlacedOperation = Operation & { path: string; method: string }

function listOperations({ paths }: OpenApi): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

function contents(tag: string, operations: PlacedOperation[]): string {
  const links = operations
    .filter(({ tags }) => tags.includes(tag))
    .map(
      ({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
    )
  return `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`
}

const schemaLink = (name: string) =>
  `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`

const credential = ({
  type,
  name,
  description,
}: {
  type: string
  name?: string
  description: string
}) =>
  `<dt><code>${escapeHtml(name ?? `Authorization: ${type === 'http' ? 'Basic' : type}`)}</code></dt>
<dd>${writeInline(description)}</dd>`

const header = ([name, meaning]: [string, string]) =>
  `<dt><code>${escapeHtml(name)}</code></dt><dd>${writeInline(meaning)}</dd>`

function operationSection(api: Api, operation: PlacedOperation, document: OpenApi): string {
  const { operationId, summary, description, method, path, parameters, requestBody } = operation
  const body = resolve(requestBody?.content['application/json']?.schema, document)
  const rows = parameters?.map((it) =>
    writeFieldRow(it.name, { ...it.schema, description: it.description ?? '' }, it.required),
  )
  return `<section id="${operationId}">
<h3>${escapeHtml(summary)}</h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${operation.security ? `<p class="open">${api.withoutCredentials}</p>` : ''}
${writeProse(description ?? '')}
${rows ? `<h4>Parameters</h4>${writeFieldTable(rows)}` : ''}
${body ? `<h4>Body</h4>${writeSchemaTable(body)}${writeExample(requestBody?.content)}` : ''}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses).map(answer).join('')}</dl>
</section>`
}

/** A request's body is shown in its place; the objects of answers are linked to. */
function resolve(schema: Schema | undefined, { components }: OpenApi): Schema | undefined {
  const name = schema?.$ref?.slice(schema.$ref.lastIndexOf('/') + 1)
  return name === undefined ? schema : components.schemas[name]
}

/** Long answers are closed until somebody opens them. */
function writeExample(content: Content | undefined): string {
  const example = content?.['application/json']?.example
  if (example === undefined || JSON.stringify(example) === '{}') return ''
  const text = escapeHtml(JSON.stringify(example, null, 2))
  return `<details><summary>Example</summary><pre><code>${text}</code></pre></details>`
}

function answer([status, { description, content }]: [
  string,
  Operation['responses'][string],
]): string {
  const schema = content?.['application/json']?.schema
  const shape =
    schema && status < '400' ? `${writeSchemaTable(schema)}${writeExample(content)}` : ''
  return `<dt>${status}</dt><dd>${writeProse(description)}${shape}</dd>`
}
