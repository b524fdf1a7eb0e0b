/** The pages of the sandbox, with something on each that shows more when something has come. */
import type { Addresses } from '../product/people.ts'

const PHONE = '+14155550177'

/** Paths of all of them, the ones that a link of ours fills in as that link opens them. */
export const SANDBOX_PAGES: readonly string[] = [
  '/',
  '/?view=headers&search=welcome',
  `/phone?number=${encodeURIComponent(PHONE)}&karix=${encodeURIComponent('http://localhost:3000/hooks/Karix/abc')}`,
  '/phone?channel=whatsapp&number=%2B14155550100',
  '/desktop',
  '/desktop?to=nowhere',
  '/whatsapp',
  `/whatsapp?url=${encodeURIComponent('http://localhost:3000/hooks/cloud_api/abc')}&verify_token=abc`,
  '/ses',
  '/faults',
]

/** Lets a text message arrive, and an account of WhatsApp come to know its templates. */
export async function fillSandbox({ sandboxUrl }: Addresses): Promise<void> {
  const messages = [{ dest: [PHONE.slice(1)], text: 'The lantern evening is on Friday.', send: 'HARBOR', dlr_req: '1' }]
  await call(`${sandboxUrl}/providers/karix/httpapi/JsonReceiver`, { ver: '1.0', key: 'walk', messages })
  await call(`${sandboxUrl}/providers/whatsapp/v23.0/600700800900/message_templates`)
}

async function call(url: string, body?: object): Promise<void> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
