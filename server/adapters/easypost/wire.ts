import * as z from 'zod/mini'
import { ShopError } from '../../../domain/errors.ts'

/** Milliseconds per call; making a label takes a second or two. */
const patience = 10_000

const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  /** dollars: "6.42" */
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.nullish(z.number()),
})

/** A shipment (docs.easypost.com/docs/shipments), with the fields the shop reads. */
export const shipment = z.object({
  id: z.string(),
  reference: z.nullish(z.string()),
  tracking_code: z.nullish(z.string()),
  refund_status: z.nullish(z.string()),
  rates: z.array(rate),
  selected_rate: z.nullish(rate),
  postage_label: z.nullish(z.object({ label_url: z.string(), label_pdf_url: z.nullish(z.string()) })),
  forms: z.nullish(z.array(z.object({ form_type: z.string(), form_url: z.string() }))),
  messages: z.nullish(z.array(z.object({ message: z.nullish(z.string()) }))),
})
export type Shipment = z.output<typeof shipment>

/** docs.easypost.com/docs/trackers */
export const tracker = z.object({
  object: z.literal('Tracker'),
  tracking_code: z.string(),
  status: z.string(),
  updated_at: z.string(),
  tracking_details: z.nullish(z.array(z.object({ status: z.nullish(z.string()), datetime: z.string() }))),
})
export type Tracker = z.output<typeof tracker>

/** docs.easypost.com/docs/addresses */
export const address = z.object({
  street1: z.nullish(z.string()),
  street2: z.nullish(z.string()),
  city: z.nullish(z.string()),
  state: z.nullish(z.string()),
  zip: z.nullish(z.string()),
  verifications: z.object({
    delivery: z.optional(
      z.object({ success: z.boolean(), errors: z.array(z.object({ message: z.string() })) }),
    ),
  }),
})

const failure = z.object({ error: z.object({ code: z.string(), message: z.unknown() }) })

/** A request that EasyPost refused, with its code and message. */
export class EasyPostRefusal extends Error {
  readonly code: string
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/**
 * Calls EasyPost's API, version 2 (docs.easypost.com): JSON over HTTPS, with the key as Basic authentication's user name.
 * @throws ShopError 'carrier_unavailable' if it can't be reached or rejects the key; EasyPostRefusal
 */
export function easyPostWire(apiKey: string, apiBase: string) {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

  async function ask<Reply>(
    method: 'GET' | 'POST',
    path: string,
    reply: z.ZodMiniType<Reply>,
    body?: unknown,
  ): Promise<Reply> {
    const response = await fetch(`${apiBase}/v2${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    }).catch((cause) => {
      throw away(cause)
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) {
      const parsed = reply.safeParse(answer)
      if (!parsed.success) throw away(parsed.error)
      return parsed.data
    }
    const refused = failure.safeParse(answer)
    const isOurs =
      response.status >= 400 && response.status < 500 && ![401, 403, 408, 429].includes(response.status)
    if (!isOurs || !refused.success) throw away(new Error(`EasyPost answered ${response.status}`))
    const { code, message } = refused.data.error
    throw new EasyPostRefusal(code, typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Downloads a file linked in a response: labels are on another host of EasyPost's and need no key. */
  async function download(url: string): Promise<Uint8Array> {
    if (!isOfEasyPost(url, apiBase))
      throw away(new Error('the label’s file is on a host that isn’t EasyPost’s'))
    const signal = AbortSignal.timeout(patience)
    try {
      const response = await fetch(url, { redirect: 'error', signal })
      if (!response.ok) throw new Error(`the label's file answered ${response.status}`)
      return await bytesOf(response)
    } catch (cause) {
      throw away(cause)
    }
  }

  return { ask, download }
}

/** Where EasyPost keeps labels, under both of the names that Amazon has for it. */
const fileHosts = ['easypost-files.s3.us-west-2.amazonaws.com', 'easypost-files.s3-us-west-2.amazonaws.com']

/** Whether a file is where EasyPost keeps labels, or at the address of the settings. */
function isOfEasyPost(url: string, apiBase: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname, port } = new URL(url)
  if (origin === new URL(apiBase).origin) return true
  return protocol === 'https:' && port === '' && fileHosts.includes(hostname)
}

/** Bytes of a label's file: a hundred times what one has. */
const largestFile = 8 * 1024 * 1024

/** @throws Error if there are too many */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestFile) throw new Error('the label’s file is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function away(cause: unknown): ShopError {
  return new ShopError(
    'carrier_unavailable',
    'We can’t reach the carrier right now. Nothing was bought twice, and packing goes on. Try again in a minute.',
    { cause },
  )
}
