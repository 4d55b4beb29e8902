/** The page of an API: what is not in its document as plain HTML, and a place in which the renderer shows the document. */
import { type Api, apis } from '../openapi/apis.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeChapters } from './chapters.ts'

/** Writes the page; `root` is the path that the service lives under, without a last slash. */
export const writePage = (api: Api, root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.title)}</title>
<link rel="stylesheet" href="${root}/docs/renderer.css">
<link rel="stylesheet" href="${root}/docs/style.css">
<script src="${root}/docs/renderer.js" defer></script>
<script src="${root}/docs/start.mjs" type="module"></script>
</head>
<body>
<header>
<nav aria-label="APIs"><ul>${apis.map((one) => writeLink(one, one === api, root)).join('')}</ul></nav>
<h1>${escapeHtml(api.title)}</h1>
</header>
${api.describesWebhooks ? `<section aria-label="Beside the calls">${writeChapters()}</section>` : ''}
<div id="calls" data-description="${root}/${api.file}">
<p>A script shows the calls here, and tries them. They are those of the <a href="${root}/${api.file}">OpenAPI document</a>.</p>
</div>
</body>
</html>
`

const writeLink = ({ page, title }: Api, isThis: boolean, root: string): string =>
  `<li><a href="${root}${page}"${isThis ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
