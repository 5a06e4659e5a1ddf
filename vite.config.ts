import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Packages with native or WebAssembly parts load from node_modules; everything else is bundled,
// because Node re-parses drizzle's package.json per module (+0.4 s at start).
const loadedFromDisk = ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'pino', 'nodemailer', 'react-email']

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    rollupOptions: isSsrBuild ? { input: './server/main.ts' } : undefined,
  },
  ssr: command === 'build' ? { noExternal: true, external: loadedFromDisk } : {},
}))
