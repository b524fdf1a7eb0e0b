/** An application whose hooks are called by a provider as simple as can be. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { reportingOf } from '../../background.ts'
import { sealSecrets } from '../../channels/registry.ts'
import type { HookCall, InboundMessage, ProviderHook, ProviderReport } from '../../channels/provider.ts'
import type { Inbound, Reporting } from '../../features/hooks/hooks.ts'
import { hookRoutes } from '../../features/hooks/routes.ts'
import { GENERAL_LIMITS } from '../../http/limits/general-limits.ts'
import { createMetrics } from '../../http/health.ts'
import { createHttpServer } from '../../http/server.ts'
import { randomToken } from '../../lib/secrets.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { testApp } from '../app.ts'
import { eventually, furtherApplication } from '../engine/sent-run.ts'

/** A text that a defect of ours meets. */
export const POISON = 'poison'

export type Said = Omit<ProviderReport, 'at'> & { at: string }
type Heard = Omit<InboundMessage, 'at'> & { at: string }

/** JSON with an HMAC over its bytes, of a GET over its address. The first `account` that is named is the only one. */
const acme: ProviderHook<{ key: string; account?: string }> = {
  check: async (call, { key, account }) => {
    const signed = createHmac('sha256', key)
      .update(call.method === 'GET' ? call.url : call.body)
      .digest('hex')
    if (call.headers['x-acme-signature'] !== signed) return { accepted: false, reason: 'wrong signature' }
    const named = call.query['account']
    if (named === undefined) return { accepted: true, answer: 'taken' }
    if (account !== undefined && account !== named) return { accepted: false, reason: 'another account' }
    return { accepted: true, answer: 'taken', remember: { account: named } }
  },
  read: ({ body }: HookCall) => {
    const { reports = [], inbound = [] } = JSON.parse(body.toString()) as { reports?: Said[]; inbound?: Heard[] }
    return {
      reports: reports.map(each => ({ ...each, at: new Date(each.at) })),
      inbound: inbound.map(each => ({ ...each, at: new Date(each.at) })),
    }
  },
}

export interface Shop {
  applicationId: string
  hookToken: string
  key: string
}

export interface CallOptions {
  body?: string
  signature?: string
  query?: string
  provider?: string
  method?: 'GET' | 'POST'
}

/** Call it at the top of the file, like `testApp`. */
export async function hookedApp() {
  const kit = await testApp()
  const metrics = createMetrics()
  const heard: Inbound[] = []
  const reporting: Reporting = {
    ...reportingOf(kit.deps.config),
    hookOf: (channel, provider) => (provider === 'acme' && channel === 'sms' ? acme : undefined),
    onInbound: [
      async (_, inbound) => {
        if (inbound.message.text === POISON) throw new TypeError('this text cannot be read')
        heard.push(inbound)
      },
    ],
    onNews: [],
  }
  const { publicUrl } = kit.deps.config
  const app = await createHttpServer({
    log: kit.deps.log,
    trustedProxies: [],
    connectOrigins: [],
    publicUrl,
    limits: GENERAL_LIMITS,
  })
  const callers = {
    authenticate: async () => null,
    actIn: async <C>(caller: C) => caller,
    authenticateKey: async () => null,
    authenticateAccessToken: async () => null,
  }
  hookRoutes({ app, publicUrl, callers, limitKey: async () => undefined }, { ...kit.deps, metrics }, reporting)
  let organizationId = ''
  beforeAll(async () => {
    organizationId = (await kit.withApplication()).organizationId
  })
  afterAll(() => app.close())

  async function newShop(provider = 'acme', channel = 'sms'): Promise<Shop> {
    const applicationId = await furtherApplication(kit.database, organizationId)
    const [configurationId, hookToken, key] = [uuidv7(), randomToken(), randomToken()]
    const secrets = sealSecrets(configurationId, { key }, kit.deps.secrets)
    await kit.database.pool.query(
      `insert into channel_configuration (application_id, channel, configuration_id, provider, settings, secrets, hook_token,
         created_at, updated_at) values ($1, $2, $3, $4, '{"from": "SHOP"}', $5, $6, now(), now())`,
      [applicationId, channel, configurationId, provider, secrets, hookToken],
    )
    return { applicationId, hookToken, key }
  }

  function call(shop: Shop, said: object, options: CallOptions = {}) {
    const { body = JSON.stringify(said), query = '', provider = 'acme', method = 'POST' } = options
    const url = `/hooks/${provider}/${shop.hookToken}${query}`
    const signed = createHmac('sha256', shop.key).update(method === 'GET' ? publicUrl + url : body)
    const headers = {
      'content-type': 'application/json',
      'x-acme-signature': options.signature ?? signed.digest('hex'),
    }
    return app.inject({ method, url, headers, ...(method === 'POST' && { payload: body }) })
  }

  /** Stored calls as processes leave them that end before they have read them; `interrupted` says how many ended over each. */
  async function leave({ applicationId }: Shop, saids: readonly object[], interrupted: readonly number[] = []) {
    const now = kit.clock.now().getTime()
    await kit.database.pool.query(
      `insert into report (report_id, provider, application_id, configuration_id, channel, call, received_at, raw, next_try_at, interrupted)
       select gen_random_uuid(), 'acme', $1, gen_random_uuid(), 'sms', '{"method": "POST", "query": {}, "headers": {}}',
         s.at, convert_to(s.said, 'UTF8'), s.at, s.interrupted
       from unnest($2::timestamptz[], $3::text[], $4::int[]) as s(at, said, interrupted)`,
      [
        applicationId,
        saids.map((_, index) => new Date(now + index)),
        saids.map(said => JSON.stringify(said)),
        saids.map((_, index) => interrupted[index] ?? 0),
      ],
    )
  }

  const reports = async ({ applicationId }: Shop) => {
    const { rows } = await kit.database.pool.query<{ outcome: string | null; isOpen: boolean }>(
      `select outcome, next_try_at is not null as "isOpen" from report where application_id = $1 order by received_at`,
      [applicationId],
    )
    return rows
  }
  const settled = (shop: Shop, count = 1) =>
    eventually(
      () => reports(shop),
      rows => expect(rows.filter(row => !row.isOpen)).toHaveLength(count),
    )

  return { kit, metrics, heard, reporting, newShop, call, leave, reports, settled }
}
