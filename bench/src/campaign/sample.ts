/** One mail of the bench's campaign, for benchmarks that send the same mail repeatedly. */
import { compileCampaignMail, freezeContent } from '@notifly/server/channels/email/email'
import { bytesOf } from '@notifly/server/channels/email/compose/composed-mail'
import { CONTENT, MERGE_FIELDS } from './content.ts'
import { SENDER } from './application.ts'

const TOKEN = 'x'.repeat(70)
const LINK_FIELDS = Array.from({ length: 5 }, (_, no) => `notifly_link_${no}`)

/** Composed by the code that workers use, so that it has the campaign's size. */
export function composeOne(): Buffer {
  const { content } = freezeContent(CONTENT, 'shop.example')
  const write = compileCampaignMail(content, SENDER, [], {
    messageIdDomain: content.messageIdDomain,
    bounceDomain: 'bounces.example',
  })
  const url = `https://notifly.example/t/c/${TOKEN}`
  const message = write({
    address: 'person12345@example.test',
    token: TOKEN,
    fields: Object.fromEntries([
      ...MERGE_FIELDS.map(field => [field, 'Name 12345']),
      ...LINK_FIELDS.map(field => [field, url]),
      ['unsubscribe_url', url],
      ['notifly_trap', url],
      ['notifly_open', url],
    ]),
    messageId: '01900000-0000-7000-8000-000000000000.12345',
    date: new Date(),
    unsubscribeUrl: url,
  })
  if (message instanceof Promise) throw new Error('a mail without a key needs no signature')
  return bytesOf(message.content)
}
