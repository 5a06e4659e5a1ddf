import { buildIfChanged } from './build.ts'

// `npm start`, after scripts/prepare.mjs: builds what changed, then becomes the shop's process.
try {
  await buildIfChanged()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import(new URL('../server.mjs', import.meta.url).href)
