import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleSender, samples } from './samples.ts'

const changed = 'If it should look new: delete its files in golden/, run this again, and read what changed.'

describe('every sample email', () => {
  it.each(Object.keys(samples))('%s looks as approved, in HTML and text', async (name) => {
    const mail = await samples[name]!(sampleSender)
    await expect(mail.html, changed).toMatchFileSnapshot(`golden/${name}.html`)
    await expect(mail.text, changed).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  it.each(Object.keys(samples))('%s has no missing value', async (name) => {
    const { subject, html, text } = await samples[name]!(sampleSender)
    expect(`${subject}${html}${text}`).not.toMatch(/undefined|NaN|\[object|\bnull\b/)
  })

  // Last, because the files of a new sample are written above.
  it('that was approved is still one', () => {
    const approved = readdirSync(path.join(import.meta.dirname, 'golden')).filter((file) =>
      /html$/.test(file),
    )
    expect(approved.map((file) => path.parse(file).name).sort()).toEqual(Object.keys(samples).sort())
  })
})
