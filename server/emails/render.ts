import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// What mail programs, old ones of Microsoft's above all, draw a mail by.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** A mail as HTML. React's own renderer: react-email's brings a formatter and a parser of HTML into the bundle. */
export function render(mail: ReactElement): string {
  // React asks a browser to fetch pictures early; a mail has no use for that.
  return `${doctype}${renderToStaticMarkup(mail).replace(/<link rel="preload" as="image"[^>]*>/g, '')}`
}
