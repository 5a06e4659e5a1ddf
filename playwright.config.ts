import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/unpack-browser.ts',
  outputDir: '.cache/journeys',
  // Two cores; while one journey waits for its browser, another has its shop.
  workers: 2,
  fullyParallel: false,
  // The longest walks take a minute, and several where the machine is slow and busy. What hangs is ended by the limits below.
  timeout: 400_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: { trace: 'retain-on-failure', actionTimeout: 30_000 },
})
