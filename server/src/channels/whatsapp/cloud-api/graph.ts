/** Calls of the Graph API other than sending: reading the number, templates, uploads. */
import type { Readable } from 'node:stream'
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { request } from 'undici'
import type { ProviderEnvironment } from '../../provider.ts'
import { errorReason, NETWORK_SENTENCES } from '../../network-reasons.ts'
import { asError } from '../../../lib/as-error.ts'
import { graphError, type GraphError } from './error-table.ts'
import { type Json, recordOf } from '../../../lib/json.ts'

/** The version of the API, which all requests name. */
export const GRAPH_VERSION = 'v23.0'

export interface GraphAccess {
  token: string
  environment: Pick<ProviderEnvironment, 'urls'>
}

interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Behind the version, with its query. */
  path: string
  body?: string | Readable
  headers?: Record<string, string>
  timeoutMs?: number
}

/** A request that WhatsApp refused, or why it could not be sent. */
export class GraphRefused extends Error {
  /** Null when WhatsApp was not reached. */
  readonly error: GraphError | null
  readonly status: number | null
  readonly sentence: Sentence

  constructor(sentence: Sentence, error: GraphError | null, status: number | null) {
    super(english(sentence))
    this.name = 'GraphRefused'
    this.error = error
    this.status = status
    this.sentence = sentence
  }
}

const TIMEOUT_MS = 30_000
const ANSWER_MAX_BYTES = 8_388_608

/** Returns the JSON of the response. Throws GraphRefused for everything else. */
export async function callGraph({ token, environment }: GraphAccess, call: GraphCall): Promise<Json> {
  const { method, path, body, headers, timeoutMs = TIMEOUT_MS } = call
  const url = `${environment.urls.whatsapp}/${GRAPH_VERSION}/${path}`
  let status: number
  let text: string
  try {
    const answer = await request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...headers },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(body !== undefined && { body }),
    })
    status = answer.statusCode
    text = await textWithin(answer.body, ANSWER_MAX_BYTES)
  } catch (error) {
    throw new GraphRefused(NETWORK_SENTENCES[errorReason(asError(error))], null, null)
  }
  return jsonOf(status, text)
}

async function textWithin(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function jsonOf(status: number, text: string): Json {
  let json: Json
  try {
    json = recordOf(parseGraphJson(text))
  } catch {
    throw new GraphRefused(sentence('whatsappTemplates.notTheApi'), null, status)
  }
  const error = graphError(json['error'])
  if (error !== undefined)
    throw new GraphRefused(sentence('whatsappTemplates.refused', { words: error.words }), error, status)
  if (status >= 400) throw new GraphRefused(sentence('whatsappTemplates.http', { status }), null, status)
  return json
}

/**
 * Parses JSON of the Graph API: its ids may exceed 2^53, which JSON.parse would round, so they are read as text. Throws SyntaxError for
 * text that is not JSON.
 */
export function parseGraphJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    return isRounded ? context?.source : value
  })
}
