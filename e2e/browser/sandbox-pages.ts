/** The pages of the sandbox, each with an element that shows up when something has arrived. */
import type { Addresses } from '../product/people.ts'

const PHONE = '+14155550177'
const FIREBASE = 'Bearer ya29.sandbox.01a1f7bd-3dbf-7000-8000-000000000040'
const PUSH = {
  token: 'walk:registration-token-of-a-phone',
  notification: { title: 'Lantern evening', body: 'It is on Friday.' },
  data: { notifly_actions: JSON.stringify([{ title: 'Save my seat', url: 'shop://seat' }]) },
}

/** Paths of all of them, with the query by which links of the dashboard fill in forms. */
export const SANDBOX_PAGES: readonly string[] = [
  '/',
  '/?view=headers&search=welcome',
  `/phone?number=${encodeURIComponent(PHONE)}&karix=${encodeURIComponent('http://localhost:3000/hooks/Karix/abc')}`,
  '/phone?channel=whatsapp&number=%2B14155550100',
  '/phone?channel=push',
  '/desktop',
  '/desktop?to=nowhere',
  '/whatsapp',
  `/whatsapp?url=${encodeURIComponent('http://localhost:3000/hooks/cloud_api/abc')}&verify_token=abc`,
  '/ses',
  '/hubspot',
  '/faults',
]

/** Sends a text message and a push message with buttons, and makes the templates of a WhatsApp account known. */
export async function fillSandbox({ sandboxUrl }: Addresses): Promise<void> {
  const messages = [{ dest: [PHONE.slice(1)], text: 'The lantern evening is on Friday.', send: 'HARBOR', dlr_req: '1' }]
  await call(`${sandboxUrl}/providers/karix/httpapi/JsonReceiver`, { ver: '1.0', key: 'walk', messages })
  await call(`${sandboxUrl}/providers/fcm/v1/projects/lumen/messages:send`, { message: PUSH }, FIREBASE)
  await call(`${sandboxUrl}/providers/whatsapp/v23.0/600700800900/message_templates`)
}

async function call(url: string, body?: object, authorization = 'Bearer good'): Promise<void> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
