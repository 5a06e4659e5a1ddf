import { expect, it } from 'vitest'
import { isDatabaseAway, unreachable } from './server-trouble.ts'

const failed = (code: string) =>
  new Error('Failed query: insert', { cause: Object.assign(new Error('no'), { code }) })

it.each([
  ['ECONNREFUSED', 'nobody listens'],
  ['ENOTFOUND', 'its name is gone'],
  ['EAI_AGAIN', 'its name is not known at the moment, as where its container starts again'],
  ['ENETUNREACH', 'its network is gone'],
  ['57P01', 'it is being stopped'],
  ['57P02', 'it crashed'],
  ['57P03', 'it is still starting'],
  ['08006', 'its connection broke'],
  ['57014', 'it ended a statement that took too long'],
  ['25P03', 'it ended a transaction in which nothing happened'],
  ['53300', 'it has no connection left'],
  ['25006', 'it was made a replica, as where a managed one changes over'],
  ['53100', 'its disk is full'],
])('%s means the database is down: %s', (code) => {
  expect(isDatabaseAway(failed(code))).toBe(true)
})

it.each(['23505', '22021', '42P01', 'EACCES'])('%s means something else is wrong', (code) => {
  expect(isDatabaseAway(failed(code))).toBe(false)
})

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('“%s”, which has no code, means the database is down', (message) => {
  expect(isDatabaseAway(new Error('Failed query: insert', { cause: new Error(message) }))).toBe(true)
})

it('says what to do about a certificate of an authority of one’s own', () => {
  const cause = Object.assign(new Error('self-signed certificate in certificate chain'), {
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
  })
  const { message } = unreachable('postgres://shop:s3cret@db/belts?sslmode=require', cause)
  expect(message).toContain('add sslrootcert=')
  expect(message).not.toContain('s3cret')
})
