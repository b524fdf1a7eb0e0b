/** A logged request as a command that people can run: secrets stay masked. */
import type { LogEntry } from '@notifly/contracts/logs/logs'
import { curlCommand } from '../../components/api-keys/curl.ts'

/** Undefined for an entry that is no HTTP request, for webhooks and for incoming requests. */
export function curlOf(entry: LogEntry, origin: string): string | undefined {
  const { endPoint, methodType, payload, kind } = entry
  if (!/^(GET|POST|PUT|DELETE|PATCH)$/.test(methodType) || endPoint === '') return undefined
  if (kind === 'incoming' || kind === 'webhook') return undefined
  const url = endPoint.startsWith('/') ? origin + endPoint : endPoint
  if (!/^https?:\/\//.test(url)) return undefined
  return curlCommand({
    method: methodType,
    url,
    user: kind === 'api' ? '<client id>:<client secret>' : undefined,
    headers: {
      ...(kind !== 'api' && { Authorization: '<your credentials>' }),
      ...(payload !== '' && { 'Content-Type': typeOf(payload) }),
    },
    data: payload === '' ? undefined : payload,
  })
}

function typeOf(payload: string): string {
  return /^\s*[[{]/.test(payload) ? 'application/json' : 'application/x-www-form-urlencoded'
}
