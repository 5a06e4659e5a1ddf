import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

// What a test prints as an error or a warning fails it: React, the query client and Node say there what is wrong. A test
// about such a line replaces `console.error` itself.
const said: string[] = []
// Not the page's: happy-dom doesn't know `<search>`, and the cart's script is for its first paint, by the server alone.
const isNoise = /^The tag <search> is unrecognized|^Encountered a script tag while rendering/
const { error, warn } = console

beforeEach(() => {
  said.length = 0
  const keep = (...words: unknown[]) => {
    const line = format(...words)
    if (!isNoise.test(line)) said.push(line)
  }
  Object.assign(console, { error: keep, warn: keep })
})

afterEach(() => {
  Object.assign(console, { error, warn })
  expect(said.splice(0), 'the console').toEqual([])
})
