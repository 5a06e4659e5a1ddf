import { vi } from 'vitest'

// The files of a worker share its process; this gives each file freshly loaded modules.
vi.resetModules()
