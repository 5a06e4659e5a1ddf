import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../db/database.ts'

/** Every column, constraint, index, trigger, function, sequence and view of a database as a line, for comparing two. */
export async function everyDefinition(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(
    db,
    sql`with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v'))
      select format('%s %s. %s %s %s%s%s %s %s', relname, row_number() over (partition by attrelid order by attnum), attname,
        format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstattarget, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute join tables on tables.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_indexdef(indexrelid) from pg_index join tables on tables.oid = indrelid
      union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
      union all select format('%s %s', oid::regprocedure, pg_get_functiondef(oid)) from pg_proc
        where pronamespace = 'public'::regnamespace and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
      union all select format('sequence %s %s %s %s', sequencename, data_type, start_value, increment_by) from pg_sequences
        where schemaname = 'public'
      union all select format('view %s %s', relname, pg_get_viewdef(oid)) from tables where relname in (select viewname from pg_views)
      union all select format('%s %s', relname, reloptions) from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null`,
  )
  // PostgreSQL writes brackets around each part of a long "or", and once it has read those, around the whole of it only.
  return rows.map(({ line }) => line.replaceAll(/[()]/g, '')).sort()
}
