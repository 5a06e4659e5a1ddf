import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../test/listen.ts'
import { amazonSns } from './amazon-sns.ts'

const topic = 'arn:aws:sns:us-east-1:123456789012:bounces'
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url?.startsWith('/gone')) return response.writeHead(404).end()
  if (request.url?.startsWith('/away')) return response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  response.end(request.url?.startsWith('/huge') ? 'x'.repeat(30_000) : 'a certificate')
})
let sns: ReturnType<typeof amazonSns>
beforeAll(async () => {
  sns = amazonSns(topic, (await listen(server)).address)
})
afterAll(() => server.close())

it('reads a certificate and confirms a subscription only at Amazon, without redirects', async () => {
  expect(await sns.certificate('SimpleNotificationService-0.pem')).toBe('a certificate')
  await sns.confirm('t&x=1')
  expect(asked).toEqual([
    '/SimpleNotificationService-0.pem',
    '/?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aus-east-1%3A123456789012%3Abounces&Token=t%26x%3D1',
  ])
  for (const bad of ['gone', 'away', 'huge']) await expect(sns.certificate(bad), bad).rejects.toThrow()
})
