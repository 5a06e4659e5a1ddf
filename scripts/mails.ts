import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'

// `npm run mails`: every mail with made-up content as HTML and text, to look at in a browser.
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.cache/mails')

// Through Vite, because the templates are JSX, which Node does not read.
const { module } = await runnerImport<typeof import('../server/emails/samples.ts')>(
  path.join(root, 'server/emails/samples.ts'),
  { configFile: false, root, logLevel: 'error' },
)
// Pictures come from the working tree, so that no shop need run.
const sender = { ...module.sampleSender, publicUrl: pathToFileURL(path.join(root, 'public')).href }

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [name, renderSample] of Object.entries(module.samples)) {
  const { html, text } = await renderSample(sender)
  await writeFile(path.join(folder, `${name}.html`), html)
  await writeFile(path.join(folder, `${name}.txt`), text)
  console.log(path.relative(root, path.join(folder, `${name}.html`)))
}
