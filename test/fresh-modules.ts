import { vi } from 'vitest'

// Files of a worker share its process; what a module remembers, each file finds as it was at the start.
vi.resetModules()
