import { createHmac } from 'node:crypto'
import http from 'node:http'
import { PDFDocument } from 'pdf-lib'
import { listen } from './listen.ts'

// EasyPost's API, version 2, as documented at docs.easypost.com: the part the shop uses, strict where a wrong call would
// cost money.

type Rate = {
  id: string
  carrier: string
  service: string
  rate: string
  currency: string
  delivery_days: number | null
}
type Shipment = {
  id: string
  object: 'Shipment'
  reference: string | null
  is_return: boolean
  to_address: { name: string; zip: string }
  from_address: { name: string; zip: string }
  rates: Rate[]
  selected_rate: Rate | null
  postage_label: { object: 'PostageLabel'; label_url: string; label_pdf_url: string | null } | null
  tracking_code: string | null
  refund_status: string | null
  forms: { object: 'Form'; form_type: string; form_url: string }[]
  messages: { message: string }[]
}

const key = 'EZTKsimulatedsimulated'

/** Starts a simulated carrier service on its own port. */
export async function startEasyPostSimulator() {
  const world = {
    key,
    webhookSecret: 'sécret of hooks',
    shipments: new Map<string, Shipment>(),
    trackers: new Map<
      string,
      { status: string; updated_at: string; scans: { status: string; datetime: string }[] }
    >(),
    /** the requests so far, in order: "POST /v2/shipments" */
    asked: [] as string[],
    /** postage paid, one entry per label */
    paid: [] as string[],
    /** answers 500 while true */
    isAway: false,
    /** a number that it fails to look up */
    failsAt: null as string | null,
    /** the labels' files are there */
    hasFiles: true,
    /** processes the next request whose path contains this, then breaks the connection */
    breaksAfter: null as string | null,
    rates: [
      { carrier: 'UPS', service: 'Ground', rate: '9.10', currency: 'USD', delivery_days: 3 },
      { carrier: 'USPS', service: 'GroundAdvantage', rate: '5.42', currency: 'USD', delivery_days: 4 },
      // In another currency: 4.90 of these may be more than 5.42 of those.
      { carrier: 'CanadaPost', service: 'Regular', rate: '4.90', currency: 'CAD', delivery_days: 5 },
      { carrier: 'USPS', service: 'LibraryMail', rate: '3.10', currency: 'USD', delivery_days: 12 },
    ] as Omit<Rate, 'id'>[],
  }
  let count = 0
  const newId = (kind: string) => `${kind}_${String(++count).padStart(8, '0')}`
  let base = ''

  function refuse(status: number, code: string, message: string) {
    return { status, body: { error: { code, message, errors: [] } } }
  }
  const ok = (body: unknown, status = 200) => ({ status, body })

  function trackerOf(code: string) {
    const known = world.trackers.get(code) ?? {
      status: 'pre_transit',
      updated_at: '2026-12-01T00:00:00Z',
      scans: [],
    }
    return {
      ...{ id: `trk_${code}`, object: 'Tracker', mode: 'test', tracking_code: code, carrier: 'USPS' },
      ...{ status: known.status, updated_at: known.updated_at },
      tracking_details: known.scans.map((scan) => ({ object: 'TrackingDetail', message: '', ...scan })),
    }
  }

  function answer(method: string, path: string, body: Record<string, Record<string, unknown>> | null) {
    const [, , kind, id, act] = path.split('/')
    if (kind === 'addresses' && method === 'POST') {
      const sent = body!.address as { zip: string; street1?: string; city: string; state: string }
      const isKnown = Boolean(sent.street1) && sent.zip !== '00000'
      const errors = isKnown
        ? /tower/i.test(sent.street1!)
          ? [
              {
                code: 'E.SECONDARY_INFORMATION.MISSING',
                field: 'street2',
                message: 'Missing secondary information(Apt/Suite#)',
                suggestion: null,
              },
            ]
          : []
        : [{ code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found', suggestion: null }]
      // A known address comes back as the post office writes it: in capitals, abbreviated, with corrected spelling and
      // ZIP+4.
      const written = isKnown
        ? {
            street1: sent
              .street1!.toUpperCase()
              .replace(/\bADLER\b/, 'ALDER')
              .replace(/\bSTREET\b/, 'ST'),
            street2: '',
            ...{ city: sent.city.toUpperCase(), state: sent.state, zip: `${sent.zip.slice(0, 5)}-1129` },
          }
        : sent
      return ok(
        {
          ...{ id: newId('adr'), object: 'Address', ...written },
          verifications: { delivery: { success: isKnown, errors, details: null } },
        },
        201,
      )
    }
    if (kind === 'trackers' && method === 'POST') {
      const code = String((body!.tracker as { tracking_code: string }).tracking_code)
      if (code === world.failsAt) return { status: 500, body: {} }
      if (code.startsWith('X')) return refuse(422, 'TRACKER.CREATE.ERROR', 'Unable to track this number')
      return ok(trackerOf(code), 201)
    }
    if (kind !== 'shipments') return refuse(404, 'NOT_FOUND', 'The requested resource could not be found.')
    if (method === 'POST' && !id) {
      const asked = body!.shipment as unknown as Shipment & { parcel?: { weight?: number } }
      if (!asked.parcel?.weight)
        return refuse(
          422,
          'SHIPMENT.INVALID_PARAMS',
          'Unable to create shipment, one or more parameters were invalid.',
        )
      const made: Shipment = {
        ...{
          id: newId('shp'),
          object: 'Shipment',
          reference: asked.reference ?? null,
          is_return: asked.is_return === true,
        },
        // For a return the service swaps the two.
        to_address: asked.is_return ? asked.from_address : asked.to_address,
        from_address: asked.is_return ? asked.to_address : asked.from_address,
        rates:
          asked.to_address.zip === '00000' ? [] : world.rates.map((rate) => ({ id: newId('rate'), ...rate })),
        ...{ selected_rate: null, postage_label: null, tracking_code: null, refund_status: null, forms: [] },
        messages: asked.to_address.zip === '00000' ? [{ message: 'Invalid destination ZIP code' }] : [],
      }
      world.shipments.set(made.id, made)
      return ok(made, 201)
    }
    const found = world.shipments.get(id!)
    if (!found) return refuse(404, 'NOT_FOUND', 'The requested resource could not be found.')
    if (method === 'GET' && !act) return ok(found)
    if (method === 'POST' && act === 'buy') {
      if (found.postage_label)
        return refuse(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
      const rate = found.rates.find((each) => each.id === (body!.rate as { id: string }).id)
      if (!rate) return refuse(422, 'SHIPMENT.POSTAGE.FAILURE', 'The rate is not one of this shipment.')
      found.selected_rate = rate
      found.tracking_code = `94001${String(world.paid.length + 1).padStart(17, '0')}`
      found.postage_label = {
        object: 'PostageLabel',
        label_url: `${base}/files/${found.id}.pdf`,
        label_pdf_url: null,
      }
      world.paid.push(found.reference ?? '')
      return ok(found)
    }
    if (method === 'POST' && act === 'refund') {
      if (!found.postage_label) return refuse(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'No postage to refund.')
      const scans = world.trackers.get(found.tracking_code!)?.scans.length ?? 0
      found.refund_status = scans > 0 ? 'rejected' : 'submitted'
      return ok(found)
    }
    if (method === 'POST' && act === 'forms') {
      if (found.selected_rate?.carrier !== 'USPS')
        return refuse(422, 'SHIPMENT.FORM.ERROR', 'This carrier has no QR codes.')
      found.forms.push({
        object: 'Form',
        form_type: 'label_qr_code',
        form_url: `${base}/files/${found.id}.png`,
      })
      return ok(found)
    }
    return refuse(404, 'NOT_FOUND', 'The requested resource could not be found.')
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url!
    if (path.startsWith('/files/')) {
      if (!world.hasFiles) return response.writeHead(503).end('<h1>Slow down</h1>')
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      return response.end(path.endsWith('.png') ? png : await labelPdf(path))
    }
    const call = `${request.method} ${path}`
    world.asked.push(call)
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (world.isAway) return send(500, { error: { code: 'INTERNAL_SERVER_ERROR', message: 'Sorry' } })
    const user = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    if (user !== `${key}:`)
      return send(401, { error: { code: 'APIKEY.INACTIVE', message: 'This api key is no longer active.' } })
    const text = Buffer.concat(chunks).toString()
    const { status, body } = answer(request.method!, path, text ? JSON.parse(text) : null)
    if (world.breaksAfter && call.includes(world.breaksAfter)) {
      world.breaksAfter = null
      return request.socket.destroy()
    }
    send(status, body)
  })
  const { address, close } = await listen(server)
  base = address

  return {
    ...{ world, base },
    /** the settings of a shop that uses it */
    env: {
      EASYPOST_API_KEY: key,
      EASYPOST_API_BASE: base,
      EASYPOST_WEBHOOK_SECRET: world.webhookSecret,
      POSTAL_ADDRESS: '1 Main Street, Dover, DE 19901',
    },
    /** a scan as an event from the service: its raw body and its signature */
    event(code: string, status: string, at: string) {
      const known = world.trackers.get(code) ?? { status: '', updated_at: at, scans: [] }
      const scans = [...known.scans, { status, datetime: at }]
      world.trackers.set(code, { status, updated_at: at, scans })
      const body = JSON.stringify({
        id: newId('evt'),
        object: 'Event',
        description: 'tracker.updated',
        result: trackerOf(code),
      })
      const mac = createHmac('sha256', world.webhookSecret.normalize('NFKD')).update(body).digest('hex')
      return { body, signature: `hmac-sha256-hex=${mac}` }
    },
    close,
  }
}

const png = Buffer.from('89504e470d0a1a0a', 'hex')

/** A one-page PDF that names its shipment. */
async function labelPdf(path: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  // Makes the same file each time it's fetched.
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  document.addPage([288, 432]).drawText(path, { x: 20, y: 200, size: 9 })
  return document.save()
}
