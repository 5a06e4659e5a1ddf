import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { TestProject } from 'vitest/node'
import { connectServer } from '../db/connect-server.ts'
import { seed } from '../db/seed/seed.ts'
import { templateIn } from '../db/template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseKind: 'embedded' | 'postgres'
    /** gzipped archive of a migrated, empty embedded database */
    embeddedTemplate: string
    /** URL of a migrated, seeded database on PostgreSQL to copy; the embedded project has none */
    databaseTemplate: string
    /** the built process that reads bytes from outside; null without a build of these sources */
    builtParser: string | null
  }
}

/**
 * Turns off the server's background work, and plans made for a single value, which a test uses only a few times. Together
 * that is a sixth of its time. Benchmarks that time the database leave all of it on (bench/).
 */
const frugal = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'bgwriter_lru_maxpages=0',
  'track_activities=off',
  'plan_cache_mode=force_generic_plan',
]

/**
 * Makes a database like new: rows and sequences as after the seed, without the triggers that forbid it. Deleting keeps
 * what connections know of the tables; `truncate` wouldn't.
 */
const emptying = `
  create schema fresh;
  create table fresh.sequences as
    select sequencename, start_value, last_value from pg_sequences where schemaname = 'public';
  do $$ declare seeded record; rows bigint; begin
    for seeded in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('select count(*) from public.%I', seeded.relname) into rows;
      if rows > 0 then execute format('create table fresh.%I as table public.%1$I', seeded.relname); end if;
    end loop;
  end $$;
  create function fresh.empty() returns void language plpgsql as $$ declare each record; begin
    perform set_config('session_replication_role', 'replica', true);
    for each in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute format('delete from public.%I', each.relname); end loop;
    for each in select relname, (select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = format('public.%I', relname)::regclass and attnum > 0 and attgenerated = '' and not attisdropped) as names
      from pg_class where relnamespace = 'fresh'::regnamespace and relkind = 'r' and relname <> 'sequences'
    loop execute format('insert into public.%I (%s) overriding system value select %2$s from fresh.%1$I', each.relname, each.names); end loop;
    perform setval(format('public.%I', sequencename), coalesce(last_value, start_value), last_value is not null) from fresh.sequences;
  end $$`

const root = path.resolve(import.meta.dirname, '..')
const migrations = path.join(root, 'db/migrations')
const cache = path.join(root, '.cache')

/** Runs once per project: creates the database each test file copies. */
export default async function setup(project: TestProject) {
  project.provide('embeddedTemplate', await templateIn(cache, migrations))
  if (project.name === 'embedded') return
  const server = await startPostgres(frugal)
  const template = await connectServer(server.socketUrl('postgres'), migrations)
  await seed(template.db)
  await template.db.execute(sql.raw(emptying))
  await template.close()
  project.provide('databaseTemplate', server.socketUrl('postgres'))
  return () => server.stop()
}
