import type { AmazonSns } from '../shop/shop.ts'

/** Milliseconds to wait for a response, and characters allowed in it. */
const [patience, longest] = [5_000, 20_000]

/**
 * Amazon SNS in our topic's region.
 * @param topicArn arn:aws:sns:us-east-1:123456789012:bounces
 * @param base the service's URL, without a trailing slash
 */
export function amazonSns(topicArn: string, base = endpointOf(topicArn)): AmazonSns {
  async function ask(path: string): Promise<string> {
    const answer = await fetch(base + path, { redirect: 'error', signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`Amazon SNS answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > longest) throw new Error('Amazon SNS answered with too much')
    return text
  }
  return {
    certificate: (name) => ask(`/${encodeURIComponent(name)}`),
    async confirm(token) {
      await ask(
        `/?${new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token })}`,
      )
    },
  }
}

function endpointOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':')
  return `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}
