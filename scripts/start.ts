import { buildIfChanged } from './build.ts'

// `npm start`, after scripts/prepare.mjs: build what changed, then become the shop's process.
try {
  await buildIfChanged()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
await import('../server.ts')
