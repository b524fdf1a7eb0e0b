/**
 * The channels, connected to the sandbox like "Use sandbox" does. A campaign launched in the demo is really sent to it.
 */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { icon } from '../content/pictures.ts'
import { safariCertificate } from './safari-certificate.ts'
import { DOMAIN, type Team } from './team.ts'
import type { World } from './world.ts'

const SENDERS = { sms: 'HRBPIN', promotional: '655501', phone: '500400771204', account: '100200771204' }

const SMS_PRICES = {
  currency: 'INR',
  default_price: '4.2',
  countries: [
    { calling_code: '91', price: '0.185' },
    { calling_code: '44', price: '3.65' },
    { calling_code: '1', price: '0.72' },
  ],
}
const WHATSAPP_PRICES = { currency: 'INR', marketing: '0.8631', utility: '0.115', authentication: '0.115' }

/** Sets up all five channels of the shop, each on its day. */
export async function connectShop(world: World, { asha, meera, shop }: Team): Promise<void> {
  const put = (who: Team['asha'], days: number, time: string, path: string, body: unknown) => {
    world.moveTo(world.at(days, time))
    return world.call(who, shop.applicationId, 'POST', path, body)
  }
  await put(asha, -186, '10:04', '/api/notifications/email/configuration', mailServer(world, DOMAIN, shop.name))
  await put(meera, -179, '11:30', '/api/notifications/sms/configuration', karix())
  await put(meera, -171, '15:12', '/api/notifications/whatsapp/configuration', whatsapp())
  await put(meera, -165, '09:41', '/api/notifications/webpush/configuration', site(0))
  await put(asha, -150, '13:25', '/api/notifications/mobilepush/configuration', apps())
  await put(meera, -12, '16:02', '/api/notification/webpush/safari/configuration', await safariForm(world))
  world.moveTo(world.at(-12, '16:03'))
  await world.call(meera, shop.applicationId, 'PUT', '/api/notifications/sms/prices', { prices: SMS_PRICES })
  await world.call(meera, shop.applicationId, 'PUT', '/api/notifications/whatsapp/prices', { prices: WHATSAPP_PRICES })
  world.moveTo(world.at(-12, '16:04'))
  await world.call(meera, shop.applicationId, 'PUT', '/api/notifications/webpush/configuration', site(1))
}

/** Sets up email and SMS for the kitchen. */
export async function connectKitchen(world: World, { meera, kitchen }: Team): Promise<void> {
  world.moveTo(world.at(-139, '10:15'))
  const path = '/api/notifications/email/configuration'
  await world.call(
    meera,
    kitchen.applicationId,
    'POST',
    path,
    mailServer(world, 'saffronkitchen.example', kitchen.name),
  )
}

/**
 * Registers the hooks with the sandbox. At a real provider an operator enters them by hand. The product must be able to
 * respond meanwhile.
 */
export async function configureSandbox(world: World, { asha, shop }: Team): Promise<void> {
  const { sandbox } = world
  if (sandbox === null) return
  const read = (channel: string) =>
    world.call<{ hook_url: string; verify_token?: string }>(
      asha,
      shop.applicationId,
      'GET',
      `/api/notifications/${channel}/configuration`,
    )
  const sms = await read('sms')
  await ask(`${sandbox.url}/providers/karix/_settings`, 'POST', {
    senders: `${SENDERS.sms}, ${SENDERS.promotional}`,
    callback_url: sms.hook_url,
  })
  const { hook_url: url, verify_token } = await read('whatsapp')
  await ask(`${sandbox.url}/api/whatsapp/webhooks`, 'PUT', {
    url,
    verify_token,
    phone_number_id: SENDERS.phone,
    app_secret: 'sandbox',
  })
}

async function ask(url: string, method: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
}

function mailServer({ sandbox }: World, domain: string, name: string) {
  return {
    configuration_type: 'smtp',
    configuration_setting: {
      sender_email: `hello@${domain}`,
      from_name: name,
      host: '127.0.0.1',
      port_no: sandbox?.smtpPort ?? 3125,
      security: 'none',
      username: 'sandbox',
      password: 'sandbox',
    },
  }
}

function karix() {
  return {
    provider: 'Karix',
    otp_key: 'sandbox-otp',
    otp_sender: SENDERS.sms,
    transactional_key: 'sandbox-transactional',
    transactional_sender: SENDERS.sms,
    promotional_key: 'sandbox-promotional',
    promotional_sender: SENDERS.promotional,
  }
}

export const WHATSAPP_ACCOUNT = SENDERS.account

function whatsapp() {
  return {
    buisness_account_id: SENDERS.account,
    phone_number_id: SENDERS.phone,
    token: 'sandbox',
    app_id: '300000771204',
    app_secret: 'sandbox',
  }
}

function site(platform: 0 | 1) {
  return {
    site_name: 'Harbor & Pine',
    site_url: `https://www.${DOMAIN}`,
    site_label: 'Online shop',
    icon_url: `https://www.${DOMAIN}/icon.png`,
    wn_name: 'Thanks for staying in touch',
    wn_message: 'You’ll hear about restocks and new arrivals first.',
    platform,
    webPushPromptPreferences: {
      active: 'slide_prompt',
      subscription_bell: { size: 1, location: 1, primary_color: '#2f5d50' },
      slide_prompt: {
        custmize_prompt_text: true,
        prompt_text: 'Hear first when something you love is back in stock.',
        accept: { message: 'Yes, please', background_color: '#2f5d50' },
        reject: { message: 'Not now', background_color: '#8a8a83' },
      },
      custom_link: {
        subscribe_text: 'Tell me about restocks',
        explanation_text: 'At most two notifications a week.',
        button_color: '#2f5d50',
        allow_unsubscribe: true,
        unsubscribe_text: 'Stop notifications',
      },
    },
  }
}

const PEM = { type: 'pkcs8', format: 'pem' } as const

function apps() {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PEM)
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PEM)
  const account = {
    type: 'service_account',
    project_id: 'harbor-and-pine',
    private_key_id: 'sandbox',
    private_key: rsa,
    client_email: 'notifly@harbor-and-pine.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  return {
    fcm_service_account: JSON.stringify(account),
    apns_key_id: 'SANDBOX001',
    apns_team_id: 'SANDBOX002',
    apns_bundle_id: 'example.harborandpine.app',
    apns_environment: 'development',
    apns_key: p256,
  }
}

/** A Safari push certificate that expires in nine days: a problem to find. */
async function safariForm({ now }: World): Promise<FormData> {
  const id = 'web.example.harborandpine'
  const form = new FormData()
  form.set('webpush_id', id)
  form.set('website_name', 'Harbor & Pine')
  form.set('password', 'sandbox')
  const until = new Date(now.getTime() + 9 * 86_400_000)
  form.set('certificate', new Blob([safariCertificate(id, 'sandbox', until)]), 'harbor-and-pine.p12')
  form.set('icon', new Blob([icon()]), 'icon.png')
  return form
}

export interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Push subscriptions at the sandbox's push service; without a sandbox, at an address that does not respond. */
export async function newBrowsers({ sandbox }: World, count: number): Promise<Browser[]> {
  if (sandbox === null || count === 0) return Array.from({ length: count }, (_, no) => unanswered(no))
  const response = await fetch(`${sandbox.url}/api/webpush/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count }),
  })
  return ((await response.json()) as { data: Browser[] }).data
}

function unanswered(no: number): Browser {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { endpoint: `https://push.example/${no}`, keys }
}
