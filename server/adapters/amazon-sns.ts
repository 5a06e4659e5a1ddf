import type { AmazonSns } from '../shop/amazon-sns.ts'

/** Milliseconds for an answer, and characters of one. */
const [patience, longest] = [5_000, 20_000]

/**
 * Amazon SNS in the region of our topic.
 * @param topicArn arn:aws:sns:us-east-1:123456789012:bounces
 * @param base where the service is, without a slash at the end
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
