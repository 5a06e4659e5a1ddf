import { vi } from 'vitest'

// The files of a worker share its process; this gives each file freshly loaded modules.
vi.resetModules()

// Packages stay loaded, and Radix looks only then whether there's a page: without one, its effects never run again. The
// worker's first file may have none.
if (!('document' in globalThis)) {
  const document = { createElement() {} }
  Object.assign(globalThis, { document, window: { document } })
  await import('radix-ui')
  Reflect.deleteProperty(globalThis, 'document')
  Reflect.deleteProperty(globalThis, 'window')
}
