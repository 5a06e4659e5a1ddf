import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { alarmIds } from '../server/health/watch-lines.ts'
import { sized } from '../test/random.ts'

const folder = path.resolve(import.meta.dirname, '../deploy/monitoring')
const rulesFile = path.join(folder, 'alerts.yml')
const scratch = mkdtempSync(path.join(tmpdir(), 'alerts-'))
afterAll(() => rmSync(scratch, { recursive: true }))

type Rule = {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

type Case = {
  /** Prometheus's notation of values, one each half minute: fine for 5 minutes, then broken, then mended */
  series: Record<string, string>
  /** when it fires at the latest, and when it no longer does */
  firesBy: string
  clearBy: string
  labels?: Record<string, string>
}
/** Three processes of which each may say it: fine, broken for 20 minutes, fine. */
const alarm = (line: string): Case => ({
  series: {
    [`shop_alarm{line="${line}",job="shop",instance="a:3000"}`]: '0x9 1x39 0x20',
    [`shop_alarm{line="${line}",job="shop",instance="b:3000"}`]: '0x9 1x39 0x20',
  },
  // Two minutes beside those that the shop itself takes.
  firesBy: '7m',
  clearBy: '26m',
})
const of = (name: string, values: string, firesBy: string, clearBy: string, labels = {}): Case => ({
  ...{ series: { [name]: values }, firesBy, clearBy, labels },
})
const here = { job: 'shop', instance: 'a:3000' }

/** Each alert's fault as Prometheus sees it. One without its fault fails below. */
const cases: Record<string, Case> = {
  PaymentWithoutOrder: alarm('payments-without-order'),
  MailsStuck: { ...alarm('mails'), labels: { line: 'mails' } },
  EventsStuck: alarm('jobs-late'),
  WorkLate: alarm('work-late'),
  ShopAlarm: { ...alarm('letters-late'), labels: { line: 'letters-late' } },
  ProcessMissing: of('shop_processes_missing{job="shop",instance="b:3000"}', '0x9 1x39 0x20', '7m', '26m'),
  ShopDown: of('up{job="shop",instance="a:3000"}', '1x9 0x39 1x20', '8m', '26m', here),
  NoShop: of('up{job="shop",instance="a:3000"}', '1x9 0x39 1x20', '8m', '26m'),
  DatabaseAway: of('shop_database_up{job="shop",instance="a:3000"}', '1x9 0x39 1x20', '8m', '26m', here),
  DiskLow: of(
    'shop_disk_free_bytes{job="shop",instance="a:3000"}',
    '5000000000x9 1000000000x39 5000000000x20',
    '11m',
    '26m',
    here,
  ),
  BoxesLate: of('shop_boxes_late{job="shop",instance="a:3000"}', '0x9 4x239 0x20', '67m', '126m'),
  RenewalsMissing: of(
    'shop_renewals_expected{job="shop",instance="a:3000"}',
    '0x9 4x839 0x20',
    '366m',
    '426m',
  ),
  ErrorsToVisitors: of(
    'http_request_duration_seconds_count{job="shop",instance="a:3000",status="5xx"}',
    '0x9 0+3x59 177x40',
    '16m',
    '45m',
  ),
  SlowCalls: {
    series: {
      'http_request_duration_seconds_bucket{job="shop",instance="a:3000",route="/api/x",le="2.5"}':
        '0+10x29 300x59 300+10x60',
      'http_request_duration_seconds_bucket{job="shop",instance="a:3000",route="/api/x",le="10"}':
        '0+10x29 300+10x59 900+10x60',
      'http_request_duration_seconds_bucket{job="shop",instance="a:3000",route="/api/x",le="+Inf"}':
        '0+10x29 300+10x59 900+10x60',
    },
    firesBy: '30m',
    clearBy: '70m',
  },
}

function testOf(rule: Rule, { series, firesBy, clearBy, labels = {} }: Case) {
  const words = Object.entries(rule.annotations).map(([name, text]) => [
    name,
    text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
  ])
  const expected = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: Object.fromEntries(words) }
  const at = (eval_time: string, exp_alerts: unknown[]) => ({ eval_time, alertname: rule.alert, exp_alerts })
  return {
    interval: '30s',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [at('4m', []), at(firesBy, [expected]), at(clearBy, [])],
  }
}

it('has a fault for each alert, and an alert for each alarm', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  const named = rules.flatMap(({ expr }) => [...expr.matchAll(/[\w-]+(?=[|"])/g)].map(([id]) => id))
  // Whatever isn't named is in ShopAlarm; the disk has its own gauge, because each process has its own.
  const own = [
    'payments-without-order',
    'mails',
    'mails-refused',
    'jobs-late',
    'work-late',
    'processes',
    'disk-free',
  ]
  for (const id of own) {
    expect(alarmIds).toContain(id)
    expect(named).toContain(id)
  }
})

/** Half minutes of the healthy day, and when each alert is asked: six hours of it, and all of it in the soak. */
const [turns, hours] = sized([720, ['30m', '3h', '6h']], [2_880, ['30m', '6h', '12h', '18h', '24h']])

const isInstalled = spawnSync('promtool', ['--version']).status === 0

it('fires each alert in its time, clears it, and stays quiet before', (context) => {
  if (!isInstalled) context.skip('promtool isn’t installed: `apt-get install prometheus` has it')
  const file = path.join(scratch, 'alerts.test.yml')
  const tests = rules.map((rule) => testOf(rule, cases[rule.alert]!))
  // What a healthy day looks like, with a process that is replaced and a counter that starts over.
  const healthy = {
    interval: '30s',
    input_series: [
      ...['a', 'b', 'c'].map((name) => ({
        series: `up{job="shop",instance="${name}:3000"}`,
        values: `1x${turns}`,
      })),
      ...alarmIds.map((line) => ({
        series: `shop_alarm{line="${line}",instance="a:3000"}`,
        values: `0x${turns}`,
      })),
      { series: 'shop_processes_missing{instance="a:3000"}', values: `0x${turns}` },
      { series: 'shop_database_up{instance="a:3000"}', values: `1x${turns}` },
      { series: 'shop_disk_free_bytes{instance="a:3000"}', values: `20000000000x${turns}` },
      { series: 'shop_boxes_late{instance="a:3000"}', values: `0x${turns}` },
      { series: 'shop_renewals_expected{instance="a:3000"}', values: `0x300 3x60 0x${turns - 360}` },
      {
        series: 'http_request_duration_seconds_count{instance="a:3000",status="5xx"}',
        values: `0+1x2 2x${turns / 2} 0x${turns / 2}`,
      },
    ],
    alert_rule_test: rules.flatMap(({ alert }) =>
      hours.map((eval_time) => ({
        eval_time,
        alertname: alert,
        exp_alerts: [],
      })),
    ),
  }
  writeFileSync(
    file,
    stringify({ rule_files: [rulesFile], evaluation_interval: '30s', tests: [...tests, healthy] }),
  )
  const ran = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  expect(`${ran.stdout}${ran.stderr}`).toContain('SUCCESS')
  execFileSync('promtool', ['check', 'rules', rulesFile])
})

it('finds every process by itself', (context) => {
  const config = parse(readFileSync(path.join(folder, 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { static_configs?: unknown; dns_sd_configs: { names: string[]; port: number }[] }[]
  }
  expect(config.scrape_configs[0]!.static_configs).toBeUndefined()
  const kubernetes = readFileSync(path.join(folder, '../kubernetes/shop.yaml'), 'utf8')
  expect(kubernetes).toMatch(/name: shop-each[\s\S]*?clusterIP: None/)
  if (!isInstalled) context.skip('promtool isn’t installed: `apt-get install prometheus` has it')
  const checked = {
    ...config,
    scrape_configs: config.scrape_configs.map((each) => ({ ...each, authorization: undefined })),
  }
  const file = path.join(scratch, 'prometheus.yml')
  writeFileSync(file, stringify({ ...checked, rule_files: [rulesFile] }))
  execFileSync('promtool', ['check', 'config', file])
})
