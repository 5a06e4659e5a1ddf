import { globSync } from 'node:fs'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin } from 'vite'
import { modulesOf } from './scripts/modules-of.ts'
import { noteBundledPackages } from './scripts/running-packages.ts'

// Packages with native or WebAssembly parts load from node_modules. Everything else is bundled, so that few packages are
// installed in production (decision 038), and because Node re-parses drizzle's package.json per module (+0.4 s at start).
// pg-native isn't installed: pg tries to import it only on request.
const loadedFromDisk = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pg-native']

const app = path.join(import.meta.dirname, 'app')
const pages = globSync('{cart,checkout,contact,home,layout,newsletter,policies,quiz}/*-page.tsx', {
  cwd: app,
})
const root = path.join(app, 'root.tsx')
const homeModules = modulesOf([root, path.join(app, 'home/home-page.tsx')], false)
const modulesOfPages = (isWanted: (page: string) => boolean) =>
  modulesOf([root, ...pages.filter(isWanted).map((page) => path.join(app, page))], false)
// Loaded when a visitor leaves the home page, opens the cart, pays, or uses something that is imported on demand.
const pageModules = modulesOfPages((page) => !/^(cart|checkout)/.test(page))
const cartModules = modulesOfPages((page) => page.startsWith('cart'))
const paymentModules = modulesOf(
  ['checkout/success-page.tsx', 'checkout/payment-panel.tsx'].map((file) => path.join(app, file)),
  false,
)
const visitorModules = modulesOf([root, ...pages.map((page) => path.join(app, page))], true)
// The pages that an email leads to: the member's, a gift's, a review's and a handover's.
const ownPages = globSync('{account,gift,review,handover}/*-page.tsx', { cwd: app }).map((page) =>
  path.join(app, page),
)
/** Modules that several of these pages need, and that one alone needs, in which the admin has a share. */
const ownModules = ownPages.map((page) => modulesOf([root, page], false))
const isOfSeveral = (id: string) => ownModules.filter((modules) => modules.has(id)).length > 1
const isOfMember = (id: string) => ownModules.some((modules) => modules.has(id))

/** Imports `module.ts?script` as text: the module with its imports, bundled for an inline script. */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      const [input, query] = id.split('?')
      if (query !== 'script') return
      // The page already contains it, so the client bundle doesn't need a copy.
      if (this.environment.name === 'client') return "export default ''"
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          modulePreload: { polyfill: false },
          rollupOptions: { input: input!, output: { format: 'iife' } },
        },
      })
      const { output } = (Array.isArray(built) ? built[0]! : built) as Extract<
        typeof built,
        { output: unknown }
      >
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}

/**
 * Escapes non-ASCII characters in the server's files. V8 keeps the source in memory, at two bytes per character as soon as
 * the file contains one curly quote.
 */
function asciiServer(): Plugin {
  return {
    name: 'ascii-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    // After the chunks are printed, because printing would undo the escapes.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
    },
  }
}

function escaped(code: string): string {
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, backslashes: string, character: string) => {
    const sequence = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    // With an odd number, the last backslash escaped the character itself, and would now escape the escape.
    return backslashes.slice(0, backslashes.length - (backslashes.length % 2)) + sequence
  })
}

/** Moves the admin's pages out of the server's startup. `loadAdmin` loads them on the first request for one (decision 111). */
function loadAdminLater(): Plugin {
  return {
    name: 'load-admin-later',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (!id.endsWith('virtual:react-router/server-build')) return
      const loads: string[] = []
      const later = code.replace(
        /import \* as (route\d+) from ("[^"]*\/app\/admin\/[^"]*");/g,
        (_, route: string, file: string) => {
          loads.push(`import(${file}).then((module) => Object.assign(${route}, module))`)
          return `const ${route} = {};`
        },
      )
      if (loads.length === 0)
        this.error('the format of React Router’s server build has changed: adapt this plugin')
      return `${later}\nexport const loadAdmin = () => Promise.all([${loads.join(', ')}])`
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts(), reactRouter(), loadAdminLater(), noteBundledPackages(), asciiServer()],
  // Browsers from the last three years support modulepreload.
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  // If Vite discovers it late, it reloads the page, which in development can interrupt a test payment.
  optimizeDeps: { include: ['radix-ui'] },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // Modules shared by several pages go into a few files: twenty small ones cost more in headers than in
            // code. Each group leaves out what earlier ones have: the home page loads the first two, others skip the quiz.
            codeSplitting: {
              groups: [
                {
                  name: 'shop',
                  test: (id) => (homeModules.has(id) && cartModules.has(id)) || id.includes('preload-helper'),
                  minShareCount: 2,
                  priority: 6,
                },
                // What the home page has besides: most of it is the quiz.
                { name: 'quiz', test: (id) => homeModules.has(id), minShareCount: 2, priority: 5 },
                // Before the admin group, which would otherwise take what it shares with visitors.
                { name: 'later', test: (id) => pageModules.has(id), minShareCount: 2, priority: 4 },
                { name: 'cart', test: (id) => cartModules.has(id), minShareCount: 2, priority: 3 },
                { name: 'paying', test: (id) => paymentModules.has(id), minShareCount: 2, priority: 2 },
                { name: 'used', test: (id) => visitorModules.has(id), minShareCount: 2, priority: 1 },
                // Before the admin group as well: a page of theirs loads nothing of the admin.
                { name: 'own', test: isOfSeveral, minShareCount: 2, priority: 1 },
                { name: 'member', test: isOfMember, minShareCount: 2, priority: 1 },
                // Shared by admin screens only; visitors never load it.
                { name: 'admin', test: /\/(domain|app\/admin)\/.*\.tsx?$/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Set at build time, so that React's development code is left out.
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
      // One bundle for the whole server, because pages and calls must share the key of app/shop/context.ts. Without
      // comments, which would stay in memory with the source.
      build: {
        rollupOptions: {
          input: './server/main.ts',
          output: { comments: { legal: true, annotation: false, jsdoc: false } },
        },
      },
      ...(command === 'build' ? { resolve: { noExternal: true, external: loadedFromDisk } } : {}),
    },
  },
}))
