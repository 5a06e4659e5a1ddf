import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// The doctype that email apps, above all old Microsoft ones, expect.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Renders an email as HTML with React's own renderer: react-email's would add an HTML formatter and parser to the bundle.
 */
export function render(mail: ReactElement): string {
  // React adds preload links for images, which are useless in an email.
  return `${doctype}${renderToStaticMarkup(mail).replace(/<link rel="preload" as="image"[^>]*>/g, '')}`
}
