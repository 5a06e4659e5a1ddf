import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { lowDisk } from '../server/health/watch-lines.ts'
import { parseConfig } from '../server/shop/config.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Container = {
  env?: unknown
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  readinessProbe: { httpGet: { path: string } }
  livenessProbe: { httpGet: { path: string } }
}
type Manifest = {
  apiVersion: string
  kind: string
  spec: {
    template: {
      spec: {
        securityContext: { runAsNonRoot: boolean }
        containers: Container[]
        initContainers: { args: string[] }[]
      }
    }
  }
}

type Resources = { limits?: { memory?: string } }
type Policy = {
  policyTypes: string[]
  ingress: { from?: object[]; ports: object[] }[]
  egress: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: object[] }[]
}

describe('the Docker image', () => {
  const dockerfile = read('Dockerfile')

  it('builds from a valid Dockerfile', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('does not run as root', () => {
    expect(dockerfile).toMatch(/^USER 65532:65532$/m)
  })

  it('is based on images pinned by digest', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
  })
})

describe('compose', () => {
  it('passes its linter', () => {
    const linter = path.join(root, 'node_modules/dclint/bin/dclint.cjs')
    const file = path.join(root, 'deploy/compose.yaml')
    const { status, stdout } = spawnSync(process.execPath, [linter, '--max-warnings', '0', file])
    expect(status, String(stdout)).toBe(0)
  })

  const { services, networks } = parse(read('deploy/compose.yaml')) as Compose
  const serving = services.shop!

  it('runs the shop as a user who can’t change tables, and gives it no other password', () => {
    const { POSTGRES_USER = 'postgres' } = services.database!.environment
    const user = new URL(serving.environment.DATABASE_URL!).username
    expect(user).not.toBe(POSTGRES_USER)
    expect(user).not.toBe(new URL(services.migrate!.environment.MIGRATION_DATABASE_URL!).username)
    expect(read('deploy/postgres/roles.sql')).toContain(`create role ${user} login`)
    for (const name of ['MIGRATION_DATABASE_URL', 'POSTGRES_PASSWORD', 'SHOP_OWNER_PASSWORD'])
      expect(serving.environment[name], name).toBe('')
    expect(serving.depends_on.migrate?.condition).toBe('service_completed_successfully')
    expect(services.migrate!.command).toEqual(['migrate'])
  })

  it('trusts only the host’s own proxy for the visitor’s address', () => {
    const gateway = networks.outside!.ipam!.config[0]!.gateway
    expect(read('deploy/nginx.conf')).toContain(`set_real_ip_from ${gateway};`)
    expect(services.proxy!.ports).toEqual(['127.0.0.1:8080:8080'])
    expect(serving.environment.TRUST_PROXY).toBe('1')
  })
})

type Compose = {
  services: Record<
    string,
    {
      environment: Record<string, string>
      depends_on: Record<string, { condition: string }>
      command?: string[]
      ports?: string[]
    }
  >
  networks: Record<string, { ipam?: { config: { gateway: string }[] } } | null>
}

describe('the settings of a real shop', () => {
  const lines = read('deploy/example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)
  const example = Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]))

  it('use the names the shop reads', () => {
    const { POSTGRES_PASSWORD: _, SHOP_OWNER_PASSWORD: __, SHOP_PASSWORD: ___, ...settings } = example
    const known = read('docs/settings.md')
    for (const name of Object.keys(settings)) expect(known, name).toContain(`\`${name}\``)
  })

  it('open a shop that takes money once filled in', () => {
    const config = parseConfig({
      ...example,
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1',
    })
    expect(config.stripe?.mode).toBe('live')
    // With test keys first, as docs/payments.md says.
    const trial = { ...example, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' }
    expect(parseConfig({ ...trial, PRODUCTION_HOST: '' }).stripe?.mode).toBe('test')
    expect(() => parseConfig(trial)).toThrow('leave PRODUCTION_HOST empty')
  })

  it('stay out of the repository and the image', () => {
    expect(read('.gitignore')).toMatch(/^\.env$/m)
    expect(read('.dockerignore')).toMatch(/^\*\*\/\.env$/m)
  })
})

describe('the Kubernetes manifests', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
    parseAllDocuments(read(file), { strict: true }).map((document) => {
      expect(document.errors, file).toEqual([])
      return document.toJS() as Manifest
    }),
  )

  it('are complete objects', () => {
    expect(manifests.map((each) => each.kind)).toEqual(
      expect.arrayContaining(['Namespace', 'Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy']),
    )
    for (const each of manifests) expect(each.apiVersion).toMatch(/\S/)
  })

  it('migrate in a container that ends before the shop starts, which has no migration access', () => {
    const { containers, initContainers } = manifests.find((each) => each.kind === 'Deployment')!.spec.template
      .spec
    expect(JSON.stringify(initContainers)).toContain('MIGRATION_DATABASE_URL')
    expect(initContainers.map(({ args }) => args)).toEqual([['migrate']])
    expect(JSON.stringify(containers)).not.toContain('shop-migrations')
  })

  it('let in only who is named, and out only to what the shop needs, with an end to its memory', () => {
    const { spec } = manifests.find((each) => each.kind === 'NetworkPolicy')! as unknown as { spec: Policy }
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    for (const { from, ports } of spec.ingress) {
      expect(from?.length).toBeGreaterThan(0)
      expect(ports).toEqual([{ port: 'http' }])
    }
    for (const { to, ports } of spec.egress) {
      expect(to?.length).toBeGreaterThan(0)
      expect(ports?.length).toBeGreaterThan(0)
      for (const { ipBlock } of to!)
        if (ipBlock?.cidr === '0.0.0.0/0') expect(ipBlock.except).toContain('169.254.0.0/16')
    }
    const { containers, initContainers } = manifests.find((each) => each.kind === 'Deployment')!.spec.template
      .spec
    for (const container of [...containers, ...initContainers] as { resources?: Resources }[])
      expect(container.resources?.limits?.memory).toMatch(/^\d+(Mi|Gi)$/)
  })

  it('run the shop without privileges, and probe its readiness', () => {
    const { spec } = manifests.find((each) => each.kind === 'Deployment')!.spec.template
    expect(spec.securityContext.runAsNonRoot).toBe(true)
    for (const container of spec.containers) {
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
      expect(container.readinessProbe.httpGet.path).toBe('/ready')
      expect(container.livenessProbe.httpGet.path).toBe('/health')
    }
  })
})

describe('the alerts and dashboard', () => {
  it('warn of a filling disk at the Health page’s threshold', () => {
    const alerts = parse(read('deploy/monitoring/alerts.yml')) as {
      groups: { rules: { alert: string; expr: string }[] }[]
    }
    const rule = alerts.groups.flatMap((group) => group.rules).find((each) => each.alert === 'DiskLow')
    expect(rule?.expr).toBe(`shop_disk_free_bytes < ${lowDisk}`)
    expect(read('deploy/monitoring/dashboard.json')).toContain('"expr": "shop_disk_free_bytes"')
  })

  it('use metrics the shop has', () => {
    const alerts = parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
    const board = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const asked = [
      ...alerts.groups.flatMap((group) => group.rules.map((rule) => rule.expr)),
      ...board.panels.flatMap((panel) => panel.targets.map((target) => target.expr)),
    ].flatMap((expr) => expr.match(/\b(shop|http)_\w+/g) ?? [])
    const source = globSync('server/{http,telemetry}/*.ts', { cwd: root }).map(read).join('\n')
    expect(asked.length).toBeGreaterThan(15)
    for (const name of new Set(asked)) {
      const bare = name.replace(/_(bucket|sum|count)$/, '')
      const isNamed =
        source.includes(`'${bare}'`) || new RegExp(`^  ${bare.replace(/^shop_/, '')}: [{']`, 'm').test(source)
      expect(isNamed, name).toBe(true)
    }
  })
})
