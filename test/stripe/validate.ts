import type { Fields, OperationContract, Shape } from './contract.ts'
import type { Form, FormValue } from './form.ts'
import { invalidRequest } from './refusal.ts'

/**
 * Reads a request's parameters by the contract: integers and booleans become numbers and booleans.
 * @throws StripeRefusal 400 for an unknown or missing parameter, a wrong type or a value outside the enumeration
 */
export function readParams(operation: OperationContract, form: Form): Record<string, unknown> {
  const notModelled = operation.notModelled?.split(' ') ?? []
  for (const name of Object.keys(form)) {
    if (notModelled.includes(name))
      throw invalidRequest(`The simulator does not model the parameter ${name} of Stripe's.`, {
        code: 'not_modelled',
        param: name,
      })
  }
  return readFields(operation, form, '')
}

function readFields(shape: Fields, form: Form, at: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(form)) {
    const param = at ? `${at}[${name}]` : name
    const inner = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    if (inner === undefined)
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
    values[name] = readValue(inner, value, param)
  }
  for (const name of shape.required ?? []) {
    const param = at ? `${at}[${name}]` : name
    if (!(name in values))
      throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  return values
}

function readValue(shape: Shape, value: FormValue, param: string): unknown {
  if (value === '') {
    const clears = typeof shape === 'string' ? shape.endsWith('?') : 'unset' in shape && shape.unset
    if (clears) return ''
    throw invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  if (typeof shape === 'string') return readScalar(shape.replace('?', ''), value, param)
  if ('enum' in shape) {
    if (typeof value === 'string' && shape.enum.includes(value)) return value
    throw invalidRequest(`Invalid ${param}: must be one of ${shape.enum.join(', ')}`, { param })
  }
  if ('oneOf' in shape) return readOneOf(shape.oneOf, value, param)
  if ('list' in shape) {
    if (!Array.isArray(value)) throw invalidRequest('Invalid array', { param })
    return value.map((entry, place) => readValue(shape.list, entry, `${param}[${place}]`))
  }
  if (typeof value === 'string' || (Array.isArray(value) && !('map' in shape)))
    throw invalidRequest('Invalid object', { param })
  return 'map' in shape ? readMetadata(value, param) : readFields(shape, value as Form, param)
}

function readScalar(type: string, value: FormValue, param: string): unknown {
  if (typeof value !== 'string') throw invalidRequest(`Invalid ${type}: ${JSON.stringify(value)}`, { param })
  if (type === 'string') return value
  if (type === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, { param })
  }
  const isNumber = type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d+(\.\d+)?$/
  if (isNumber.test(value)) return Number(value)
  throw invalidRequest(`Invalid ${type}: ${value}`, { code: `parameter_invalid_${type}`, param })
}

function readOneOf(shapes: Shape[], value: FormValue, param: string): unknown {
  let last: unknown
  for (const shape of shapes) {
    try {
      return readValue(shape, value, param)
    } catch (error) {
      last = error
    }
  }
  throw last
}

// docs.stripe.com/api/metadata: at most 50 keys, key names of 40 characters, values of 500.
function readMetadata(value: FormValue, param: string): Record<string, string> {
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalidRequest('Metadata can have at most 50 keys', { param })
  for (const [name, text] of entries) {
    if (typeof text !== 'string') throw invalidRequest('Metadata values must be strings', { param })
    if (name.length > 40)
      throw invalidRequest(`Metadata keys must be at most 40 characters: ${name}`, { param })
    if (text.length > 500)
      throw invalidRequest(`Metadata values must be at most 500 characters: ${name}`, {
        param: `${param}[${name}]`,
      })
  }
  return Object.fromEntries(entries) as Record<string, string>
}
