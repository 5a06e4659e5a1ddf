import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/prepare.ts',
  outputDir: '.cache/journeys',
  // Each has a browser and a shop; `npm test` runs other tests beside these, so that no core waits.
  workers: availableParallelism(),
  fullyParallel: false,
  // The longest walks take a minute, and several where the machine is slow and busy. What hangs is ended by the limits below.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  // A trace of each journey, thrown away when it is good, takes a sixth of their time: `TRACE=1 npm test -- cart` keeps one.
  use: { trace: process.env.TRACE ? 'on' : 'off', actionTimeout: 60_000 },
})
