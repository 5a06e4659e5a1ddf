import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The shop has few routes, so the first page lists them all, instead of a request before each click.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
