import type { ZodMiniType, z } from 'zod/mini'

type Schema = ZodMiniType
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One call as data: the server parses with it, and the browser takes its types from it. */
export type Contract = {
  /** method and path, with `:name` for what `params` parses */
  endpoint: `${Method} /api/${string}`
  params?: Schema
  query?: Schema
  /** 'file': the raw bytes of one upload */
  body?: Schema | 'file'
  /** 'file': a download */
  reply: Schema | 'file'
  /**
   * The caller must have confirmed who they are within the last few minutes, or do so in the same call; a member, by a
   * link opened within the last day. Marks what a stolen session alone must not do.
   */
  asksAgain?: true
  /**
   * Its reply is longer than what is sent as it is, and carries something to keep secret: it is never compressed, because the
   * length would tell of the content (docs/decisions/151)
   */
  isSecret?: true
  /**
   * Whose data a download of the admin holds. 'people': everything of one, or something of many, so that the caller confirms
   * who they are again and all owners are told; 'packages': what goes on and into a drop's packages, the same for all but
   * packers, whose daily work it is; 'someone': one document
   * about one person; 'nobody'. Every download says so (domain/admin/admin-rules.test.ts)
   */
  holds?: 'people' | 'packages' | 'someone' | 'nobody'
}

export type Contracts = Record<string, Contract>

/** The names of all fields of a schema, however deep. */
export function fieldNames(
  schema: Schema,
  found = new Set<string>(),
  seen = new Set<unknown>(),
): Set<string> {
  // A definition has other schemas in its shape, its options, its element …; those of a lazy one come from a function.
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit)
    else if (typeof part === 'object' && part !== null && '_zod' in part)
      fieldNames(part as Schema, found, seen)
  }
  if (seen.has(schema)) return found
  seen.add(schema)
  for (const [key, part] of Object.entries(schema._zod.def)) {
    if (key === 'shape') for (const name of Object.keys(part)) found.add(name)
    if (key === 'shape') Object.values(part).forEach(visit)
    else visit(key === 'getter' ? part() : part)
  }
  return found
}

type Output<S> = S extends Schema ? z.output<S> : S extends 'file' ? { file: Uint8Array } : unknown
type Input<S> = S extends Schema ? z.input<S> : S extends 'file' ? { file: Blob } : unknown
type Part<C, Key extends string> = C extends Record<Key, infer S> ? S : undefined

/** params, query and body of a call in one object, as its handler gets them. */
export type ParsedInput<C extends Contract> = Output<Part<C, 'params'>> &
  Output<Part<C, 'query'>> &
  Output<Part<C, 'body'>>

/** The same, as the browser sends them. */
export type SentInput<C extends Contract> = Input<Part<C, 'params'>> &
  Input<Part<C, 'query'>> &
  Input<Part<C, 'body'>>

/** A file returned by a handler; its content may be generated while it is being sent. */
export type Download = {
  fileName: string
  contentType: string
  content: ReadableStream<Uint8Array> | Uint8Array | string
}

export type ReplyOf<C extends Contract> = C['reply'] extends Schema ? z.output<C['reply']> : Download
