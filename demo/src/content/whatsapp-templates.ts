/** Templates stored at WhatsApp. The sandbox gets them too, so that campaigns can use them. */
import { uuidv7 } from '@notifly/server/lib/uuid'
import { WHATSAPP_ACCOUNT } from '../world/channels.ts'
import type { Team } from '../world/team.ts'
import type { World } from '../world/world.ts'

interface Kept {
  name: string
  category: 'MARKETING' | 'UTILITY'
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'DISABLED'
  quality?: string
  made: number
  body: string
  example: readonly string[]
  footer?: string
  /** Text of a quick reply. */
  button?: string
}

const TEMPLATES: readonly Kept[] = [
  {
    name: 'order_survey',
    category: 'UTILITY',
    status: 'APPROVED',
    quality: 'GREEN',
    made: 167,
    body: 'Hello {{1}}, you have ordered {{2}} times from Harbor & Pine. How did we do this time?',
    example: ['Olivia', '3'],
    button: 'Answer now',
  },
  {
    name: 'loyalty_thanks',
    category: 'MARKETING',
    status: 'APPROVED',
    quality: 'GREEN',
    made: 150,
    body: 'Thank you, {{1}}. You now have {{2}} points, and gold members choose first.',
    example: ['Olivia', '1840'],
    footer: 'Harbor & Pine',
    button: 'See my points',
  },
  {
    name: 'restock_alert',
    category: 'MARKETING',
    status: 'APPROVED',
    quality: 'YELLOW',
    made: 121,
    body: 'Good news, {{1}}: the {{2}} is back in stock.',
    example: ['Olivia', 'Oslo lamp'],
    footer: 'Reply STOP to opt out',
    button: 'Keep one for me',
  },
  {
    name: 'store_credit',
    category: 'MARKETING',
    status: 'APPROVED',
    made: 60,
    body: 'Hello {{1}}, your store credit of {{2}} pounds is waiting for you.',
    example: ['Olivia', '15'],
  },
  {
    name: 'workshop_reminder',
    category: 'UTILITY',
    status: 'PENDING',
    made: 1,
    body: 'See you tomorrow, {{1}}: the pottery workshop begins at {{2}}.',
    example: ['Olivia', '6 pm'],
  },
  {
    name: 'clearance_hint',
    category: 'MARKETING',
    status: 'REJECTED',
    made: 44,
    body: 'Everything must go, {{1}}. Up to {{2}} percent off today.',
    example: ['Olivia', '70'],
  },
]

export async function storeWhatsappTemplates(
  { database, sandbox, at, now }: World,
  { shop, meera }: Team,
): Promise<void> {
  for (const { name, category, status, quality = null, made, body, example, footer, button } of TEMPLATES) {
    const components = [
      { type: 'BODY', text: body, example: { body_text: [example] } },
      ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(button === undefined ? [] : [{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: button }] }]),
    ]
    const provider = sandbox === null ? null : await submit(sandbox.url, { name, language: 'en', category, components })
    if (sandbox !== null && provider !== null && status !== 'PENDING') await decide(sandbox.url, provider, status)
    const since = at(-made, '13:10')
    await database.kysely
      .insertInto('whatsapp_template')
      .values({
        application_id: shop.applicationId,
        template_id: uuidv7(since),
        provider_id: provider,
        name,
        language: 'en',
        category,
        status,
        reason: status === 'REJECTED' ? 'INVALID_FORMAT' : null,
        quality,
        components: JSON.stringify(components),
        created_by: meera.accountId,
        created_at: since,
        updated_at: since,
        seen_at: now,
      })
      .execute()
  }
  await database.kysely
    .insertInto('whatsapp_sync')
    .values({ application_id: shop.applicationId, account_id: WHATSAPP_ACCOUNT, synced_at: now })
    .onConflict(conflict =>
      conflict.column('application_id').doUpdateSet({ account_id: WHATSAPP_ACCOUNT, synced_at: now }),
    )
    .execute()
}

async function submit(sandboxUrl: string, template: object): Promise<string> {
  const { id } = await post<{ id: string }>(
    `${sandboxUrl}/providers/whatsapp/v23.0/${WHATSAPP_ACCOUNT}/message_templates`,
    template,
  )
  return id
}

async function decide(sandboxUrl: string, id: string, status: Kept['status']): Promise<void> {
  const reason = status === 'REJECTED' ? { reason: 'INVALID_FORMAT' } : {}
  await post(`${sandboxUrl}/api/whatsapp/templates/decide`, { account: WHATSAPP_ACCOUNT, id, status, ...reason })
}

async function post<Data>(url: string, body: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Data
}
