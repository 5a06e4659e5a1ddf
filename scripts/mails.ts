import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'
import { menBelts } from '../db/seed/men-belts.ts'
import { womenBelts } from '../db/seed/women-belts.ts'
import { makeSharePicture } from '../server/pictures/make-pictures.ts'
import { beltInBox } from '../server/pictures/opened-box.ts'

// `npm run mails`: every email with made-up content as HTML and text, to look at in a browser.
const root = path.resolve(import.meta.dirname, '..')
const boxFile = path.join(root, 'public/pictures/box-1200.avif')
const folder = path.join(root, '.cache/mails')

// Through Vite, because the templates are JSX, which Node can't read.
const { module } = await runnerImport<typeof import('../server/emails/samples.ts')>(
  path.join(root, 'server/emails/samples.ts'),
  { configFile: false, root, logLevel: 'error' },
)
// No running shop is needed: the pictures it would serve are written next to the emails.
const publicUrl = pathToFileURL(folder).href
const sender = { ...module.sampleSender, publicUrl }

/** Makes the pictures an email shows; those of belts are named by the belt's first name: `/og/belts/ashbury.jpg`. */
async function makePictures(html: string) {
  for (const [, kind, name, night] of html.matchAll(/\/og\/(belts|boxes)\/(\w+)(-night)?\.jpg/g)) {
    const belt = [...menBelts, ...womenBelts].find((each) => each.name.toLowerCase() === `the ${name}`)
    if (!belt?.imageUrl) throw new Error(`No belt is called ${name}, but a sample email shows its picture.`)
    const picture = (night && belt.nightImageUrl) || belt.imageUrl
    const shot = await readFile(path.join(root, 'public', picture.replace('-840.', '-1200.')))
    const made =
      kind === 'boxes' ? await beltInBox(shot, await readFile(boxFile)) : await makeSharePicture(shot)
    await mkdir(path.join(folder, `og/${kind}`), { recursive: true })
    await writeFile(path.join(folder, `og/${kind}/${name}${night ?? ''}.jpg`), made!)
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(path.join(folder, 'pictures'), { recursive: true })
for (const file of ['icon-192.png', 'pictures/mail-box.jpg']) {
  await copyFile(path.join(root, 'public', file), path.join(folder, file))
}
for (const [name, renderSample] of Object.entries(module.samples)) {
  const { html, text } = await renderSample(sender)
  await writeFile(path.join(folder, `${name}.html`), html)
  await writeFile(path.join(folder, `${name}.txt`), text)
  await makePictures(html)
  console.log(path.relative(root, path.join(folder, `${name}.html`)))
}
