import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'

const style = `
  :root { --ground: #e3e0db; --ink: #1f1a16; --quiet: #544d46; --accent: #87431a; --on-accent: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #1b1613; --ink: #f2ece3; --quiet: #bfb5a8; --accent: #d99457; --on-accent: #1b1613 }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink);
    font: 17px/1.6 system-ui, sans-serif }
  main { box-sizing: border-box; width: 100%; max-width: 34rem; padding: 2rem 1.25rem }
  h1 { margin: 0 0 .75rem; font: 600 2rem/1.15 Georgia, serif; text-wrap: balance }
  p { margin: 0 0 1.25rem; color: var(--quiet) }
  a { color: var(--accent) }
  button { font: inherit; font-weight: 600; min-height: 3rem; padding: 0 1.5rem; border: 0; border-radius: 8px;
    background: var(--accent); color: var(--on-accent); cursor: pointer }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`

/**
 * Headers for a page made by `plainPage`: its policy allows its own style and its form, nothing else.
 * @param look the page's additional styles
 */
export function plainHeaders(look = '') {
  const hash = createHash('sha256').update(style + look)
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash.digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return { 'content-security-policy': policy.join('; ') }
}

const plainPageHeaders = plainHeaders()

/**
 * A small page made by the server, for links that lead to no page of the site: one heading, a few words, in the shop's
 * colors, without scripts or files.
 * @param body trusted HTML
 * @param look styles beyond those every such page has
 */
export function plainPage(title: string, body: string, look = ''): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(style + look)}</style>
</head>
<body><main><h1>${title}</h1>${raw(body)}</main></body>
</html>`)
}

/** Answers with a page made by `plainPage` without styles of its own. */
export function sendPlain(context: Context, page: string, status: 200 | 404 | 409 | 503 = 200) {
  return context.html(page, status, plainPageHeaders)
}
