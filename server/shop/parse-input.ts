import type { Context } from 'hono'
import type { ZodMiniType, z } from 'zod/mini'
import { ShopError } from '../../domain/errors.ts'

/** Reads the JSON body of a call. @throws ShopError 'invalid_body' for anything but JSON */
export async function readJson(context: Context): Promise<unknown> {
  // A plain HTML form can't send this content type, so another site can't make a visitor's browser post here.
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw new ShopError('invalid_body', 'Send the body as JSON, with content-type application/json.')
  }
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ShopError('invalid_body', 'The body is not valid JSON. Correct it and send it again.', {
      cause,
    })
  }
}

/** Parses input by a call's schema. @throws ShopError 'invalid_body' that names the first wrong field */
export function parseInput<Schema extends ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [path, message] = Object.entries(fields)[0] ?? ['body', 'It isn’t what this call needs.']
  throw new ShopError('invalid_body', sentenceFor(path, message), { fields })
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

// Messages for issues where the schema in domain/api.ts has none of its own.
function sentenceOf(issue: { code?: string; expected?: unknown; input?: unknown }): string {
  if (issue.input === undefined) return 'This is missing.'
  const kind = kinds[String(issue.expected)]
  return kind ? `This must be ${kind}.` : 'This isn’t one of the possible values.'
}

function sentenceFor(path: string, message: string): string {
  if (path === 'body') return 'Send the body as a JSON object with the fields of this call.'
  // "Username is required" (spec §5) names its field.
  const isComplete = path === 'cartItems' || message.endsWith(' is required')
  return isComplete ? message : `Please correct ${path}: ${message}`
}
