/** The WhatsApp Cloud API of Meta (developers.facebook.com, "Cloud API"): one message per request. */
import type { HttpAnswer, HttpExchange } from '../../http/http-exchange.ts'
import { openHttpSender } from '../../http/http-sender.ts'
import type { Outcome, Provider, ProviderEnvironment } from '../../provider.ts'
import { graphError, outcomeOf } from '../cloud-api/error-table.ts'
import { listOf, recordOf, textOf } from '../../../lib/json.ts'
import { GRAPH_VERSION, parseGraphJson } from '../cloud-api/graph.ts'
import { checkCall, readCall } from '../cloud-api/reports.ts'
import { testAccount } from '../cloud-api/test-settings.ts'

/** A stored WhatsApp configuration, with its names in the API. */
export interface CloudApiConfiguration {
  token: string
  buisness_account_id: string
  phone_number_id: string
  /** Signs what is reported; without it no report is believed. */
  app_secret?: string | undefined
  /** Proves the app's settings to us. */
  verify_token?: string | undefined
}

/** A number sends 80 messages a second unless Meta raised that, and each response takes about a quarter of a second. */
const CONNECTIONS = 40

export const cloudApiProvider: Provider<CloudApiConfiguration, WhatsappMessage> = {
  name: 'cloud_api',
  connections: CONNECTIONS,
  openSender: (configuration, environment, maxConnections = CONNECTIONS) =>
    openHttpSender(exchangeOf(configuration, environment), { maxConnections }),
  test: ({ token, ...ids }, environment) => testAccount({ token, environment }, ids),
  // Reports that cannot be verified are refused.
  reportsDelivery: ({ app_secret: secret = '' }) => secret !== '',
  hook: {
    check: async (call, configuration) => checkCall(call, configuration),
    read: readCall,
  },
}

function exchangeOf(
  { token, phone_number_id: number }: CloudApiConfiguration,
  { urls }: ProviderEnvironment,
): HttpExchange<WhatsappMessage> {
  const { origin, pathname } = new URL(urls.whatsapp)
  const common = {
    origin,
    path: `${pathname.replace(/\/$/, '')}/${GRAPH_VERSION}/${encodeURIComponent(number)}/messages`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  } as const
  return { request: ({ body }) => ({ ...common, body }), outcome: readAnswer }
}

function readAnswer(answer: HttpAnswer): Outcome {
  const json = jsonOf(answer.body)
  if (answer.status >= 200 && answer.status < 300) {
    const id = textOf(recordOf(listOf(json?.['messages'])[0])['id'])
    if (id !== '') return { kind: 'sent', providerMessageId: id, answer: id }
    // A server that answers like this may have taken it.
    return { kind: 'unknown', reason: 'protocol_error', answer: answer.body.slice(0, 300) }
  }
  return outcomeOf(graphError(json?.['error']), answer)
}

function jsonOf(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordOf(parseGraphJson(body))
  } catch {
    return undefined
  }
}

/** One complete WhatsApp message, with the body of its request. */
export interface WhatsappMessage {
  /** E.164, with its plus. */
  recipient: string
  /** JSON. */
  body: string
}
