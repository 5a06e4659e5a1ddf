import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A shop has few routes: all of them with the first page, rather than a request before each click.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
