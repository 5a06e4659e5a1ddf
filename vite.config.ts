import { globSync } from 'node:fs'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin } from 'vite'
import { modulesOf } from './scripts/modules-of.ts'
import { noteBundledPackages } from './scripts/running-packages.ts'

// Packages with native or WebAssembly parts load from node_modules; everything else is bundled, so that what runs the
// shop is few packages (decision 038), and because Node re-parses drizzle's package.json per module (+0.4 s at start).
// pg-native, which nobody has installed, is what pg looks for when it is asked to.
const loadedFromDisk = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pg-native']

const app = path.join(import.meta.dirname, 'app')
const pages = globSync('{cart,checkout,contact,home,layout,newsletter,policies,quiz}/*-page.tsx', {
  cwd: app,
})
const root = path.join(app, 'root.tsx')
const ofHome = modulesOf([root, path.join(app, 'home/home-page.tsx')], false)
const onPages = (which: (page: string) => boolean) =>
  modulesOf([root, ...pages.filter(which).map((page) => path.join(app, page))], false)
/** Loaded once the home page is left, with the cart, and with a payment; the rest once something is used. */
const ofPages = onPages((page) => !/^(cart|checkout)/.test(page))
const ofCart = onPages((page) => page.startsWith('cart'))
const ofPayment = modulesOf(
  ['checkout/success-page.tsx', 'checkout/payment-panel.tsx'].map((file) => path.join(app, file)),
  false,
)
const ofVisitors = modulesOf([root, ...pages.map((page) => path.join(app, page))], true)

/** `module.ts?script`: the module and what it imports as the text of a script that stands in a page. */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      const [input, query] = id.split('?')
      if (query !== 'script') return
      // The browser has it from the page, and need not load it again.
      if (this.environment.name === 'client') return "export default ''"
      const made = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          modulePreload: { polyfill: false },
          rollupOptions: { input: input!, output: { format: 'iife' } },
        },
      })
      const { output } = (Array.isArray(made) ? made[0]! : made) as Extract<typeof made, { output: unknown }>
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}

/**
 * Escapes what is not ASCII in the server's files: Node keeps the source of what it runs in memory, and one quotation mark of
 * a printer's makes that two bytes a letter.
 */
function asciiServer(): Plugin {
  return {
    name: 'ascii-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    // Later than chunks are printed, which would print the letters again.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
    },
  }
}

function escaped(code: string): string {
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, before: string, letter: string) => {
    const word = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    // An odd one escaped the letter itself.
    return before.slice(0, before.length - (before.length % 2)) + word
  })
}

/** Makes the admin's pages a part of the server that is loaded by `loadAdmin`, when the first is asked for: most processes serve none. */
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
      if (loads.length === 0) this.error('React Router writes its build in another way than it did')
      return `${later}\nexport const loadAdmin = () => Promise.all([${loads.join(', ')}])`
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts(), reactRouter(), loadAdminLater(), noteBundledPackages(), asciiServer()],
  // Browsers of the last three years know modulepreload themselves.
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  // Found late, it would reload the page in the middle of a payment that is being tried out in development.
  optimizeDeps: { include: ['radix-ui'] },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // What several pages share is one file: twenty small ones cost more in headers than in code. What they
            // share with all but the home page is not in it, because that one travels light.
            codeSplitting: {
              groups: [
                {
                  name: 'shop',
                  test: (id) => ofHome.has(id) || id.includes('preload-helper'),
                  minShareCount: 2,
                  priority: 5,
                },
                // Before the admin's, which would take along what it shares with visitors.
                { name: 'later', test: (id) => ofPages.has(id), minShareCount: 2, priority: 4 },
                { name: 'cart', test: (id) => ofCart.has(id), minShareCount: 2, priority: 3 },
                { name: 'paying', test: (id) => ofPayment.has(id), minShareCount: 2, priority: 2 },
                { name: 'used', test: (id) => ofVisitors.has(id), minShareCount: 2, priority: 1 },
                // What the admin screens share, no visitor should load.
                { name: 'admin', test: /\/(domain|app\/admin)\/.*\.tsx?$/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Decided in the build, so that what React does in development is not in it.
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
      // One bundle for the whole server: pages and calls must share the key of app/shop/context.ts.
      // Without what the code says about itself, which Node would keep in memory with it.
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
