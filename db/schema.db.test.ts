import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../test/open-test-database.ts'
import type { OpenDatabase } from './database.ts'
import * as schema from './schema.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Fields of the specification §3 as `type[!][ unique][ = default]`, ! for required. Only id may be made by the database. */
const entities: Record<string, Record<string, string>> = {
  users: {
    id: 'uuid!',
    username: 'text! unique',
    password: 'text!',
    email: 'text unique',
    is_admin: 'boolean! = false',
    stripe_customer_id: 'text',
    stripe_subscription_id: 'text',
    created_at: 'instant! = now()',
  },
  products: {
    id: 'uuid!',
    name: 'text!',
    description: 'text!',
    material: 'text!',
    width: 'text!',
    buckle: 'text!',
    style: 'text!',
    sku: 'text! unique',
    image_url: 'text',
    is_active: 'boolean! = true',
    created_at: 'instant! = now()',
  },
  subscription_plans: {
    id: 'uuid!',
    name: 'text!',
    plan_id: 'text! unique',
    price: 'numeric(10,2)!',
    billing_interval: 'text!',
    interval_count: 'integer!',
    stripe_price_id: 'text',
    is_active: 'boolean! = true',
  },
  orders: {
    id: 'uuid!',
    user_id: 'uuid',
    order_number: 'text! unique',
    status: "text! = 'pending'",
    subscription_plan_id: 'uuid',
    subtotal_amount: 'numeric(10,2)!',
    tax_amount: 'numeric(10,2)! = 0',
    total_amount: 'numeric(10,2)!',
    currency: "text! = 'USD'",
    stripe_payment_intent_id: 'text unique',
    stripe_subscription_id: 'text unique',
    stripe_customer_id: 'text',
    purchaser_email: 'text',
    recipient_type: 'text!',
    gift_note: 'text',
    gift_recipient_name: 'text',
    gift_recipient_email: 'text',
    gift_sender_name: 'text',
    gift_delivery_date: 'date',
    gift_message: 'text',
    needs_style_selection: 'boolean! = false',
    created_at: 'instant! = now()',
    updated_at: 'instant! = now()',
  },
  order_items: {
    id: 'uuid!',
    order_id: 'uuid!',
    product_id: 'uuid',
    quantity: 'integer! = 1',
    price: 'numeric(10,2)!',
    preferences: 'jsonb',
  },
  shipping_info: {
    id: 'uuid!',
    order_id: 'uuid!',
    recipient_name: 'text!',
    email: 'text!',
    address_line1: 'text!',
    address_line2: 'text',
    city: 'text!',
    state: 'text!',
    zip_code: 'text!',
    country: "text! = 'US'",
    tracking_number: 'text',
  },
  product_types: {
    id: 'uuid!',
    name: 'text!',
    slug: 'text! unique',
    description: 'text!',
    display_order: 'integer! = 0',
    is_active: 'boolean! = true',
    created_at: 'instant! = now()',
    updated_at: 'instant! = now()',
  },
  quiz_questions: {
    id: 'uuid!',
    question_text: 'text!',
    question_type: 'text!',
    display_order: 'integer!',
    is_required: 'boolean! = true',
    is_active: 'boolean! = true',
    created_at: 'instant! = now()',
    updated_at: 'instant! = now()',
  },
  quiz_answer_options: {
    id: 'uuid!',
    question_id: 'uuid!',
    option_text: 'text!',
    value: 'text!',
    display_order: 'integer!',
    is_active: 'boolean! = true',
    created_at: 'instant! = now()',
  },
  newsletter_subscribers: {
    id: 'uuid!',
    email: 'text! unique',
    name: 'text',
    status: "text! = 'active'",
    source: 'text',
    subscribed_at: 'instant! = now()',
    unsubscribed_at: 'instant',
    preferences: 'jsonb',
  },
}

const references = [
  ['orders.user_id', 'users'],
  ['orders.subscription_plan_id', 'subscription_plans'],
  ['order_items.order_id', 'orders'],
  ['order_items.product_id', 'products'],
  ['shipping_info.order_id', 'orders'],
  ['quiz_answer_options.question_id', 'quiz_questions'],
  ['checkouts.order_id', 'orders'],
  ['memberships.order_item_id', 'order_items'],
  ['memberships.person_id', 'people'],
  ['membership_payments.membership_id', 'memberships'],
  ['boxes.membership_id', 'memberships'],
  ['boxes.payment_id', 'membership_payments'],
  ['boxes.product_id', 'products'],
  ['belt_variants.product_id', 'products'],
  ['sessions.user_id', 'users'],
]

describe('the table', () => {
  it.each(Object.entries(entities))('%s has every field in the specification', async (table, fields) => {
    const unique = await uniqueColumns(table)
    const rows = await query<{ name: string; type: string; nullable: string; preset: string | null }>(sql`
      select column_name as name,
        case when data_type = 'numeric' then 'numeric(' || numeric_precision || ',' || numeric_scale || ')'
             when data_type = 'timestamp with time zone' then 'instant' else data_type end as type,
        is_nullable as nullable, column_default as preset
      from information_schema.columns where table_schema = 'public' and table_name = ${table}`)
    const found = Object.fromEntries(
      rows.map((row) => {
        const preset = row.name === 'id' ? '' : (row.preset ?? '').replace(/::[a-z ]+$/, '')
        const required = row.nullable === 'NO' ? '!' : ''
        const isUnique = unique.has(row.name) ? ' unique' : ''
        return [row.name, `${row.type}${required}${isUnique}${preset ? ` = ${preset}` : ''}`]
      }),
    )
    expect(found).toMatchObject(fields)
    expect(rows.find((row) => row.name === 'id')?.preset).toBe('time_ordered_id()')
  })
})

describe('the column', () => {
  it.each(references)('%s references a row of %s', async (column, table) => {
    const rows = await query<{ source: string; target: string }>(sql`
      select conrelid::regclass || '.' || attname as source, confrelid::regclass::text as target
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`)
    expect(rows).toContainEqual({ source: column, target: table })
  })
})

it('no change of the schema lacks its migration', async () => {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api')
  const folder = 'db/migrations/meta'
  const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
  const [last, ...older] = globSync('*_snapshot.json', { cwd: folder }).sort().reverse()
  expect(older, '`npm run migration` keeps the newest snapshot alone').toEqual([])
  // What `npm run migration` would write now.
  expect(await generateMigration(read(last!), generateDrizzleJson(schema) as never)).toEqual([])
})

it('each field has the column of its own name, so that a statement written by hand means the same one', () => {
  const otherwise: string[] = []
  for (const table of Object.values(schema).filter((each) => is(each, PgTable)))
    for (const [field, { name }] of Object.entries(getTableColumns(table))) {
      const own = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_cents$/, '')
      if (![own, `${own}_cents`, `${own}_amount`, `${own}_price`].includes(name))
        otherwise.push(`${getTableName(table)}.${field}: ${name}`)
    }
  expect(otherwise.sort()).toEqual([
    'figure_lines.by: by_what',
    'figure_lines.of: of_what',
    'outbox.subjectId: fact',
    'sales_tax_rules.from: from_day',
  ])
})

async function uniqueColumns(table: string): Promise<Set<string>> {
  const rows = await query<{ name: string }>(sql`
    select attname as name from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'u' and array_length(conkey, 1) = 1 and conrelid = ${table}::regclass`)
  return new Set(rows.map((row) => row.name))
}

async function query<Row>(statement: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await database.db.execute(statement)) as unknown as { rows: Row[] }).rows
}
