/** An exchange as a command that people can try: whatever is secret in it stays masked. */
import type { LogEntry } from '@notifly/contracts/logs/logs'

/** Undefined for what is no call by HTTP, or was no call of ours or of a program. */
export function curlOf(entry: LogEntry, origin: string): string | undefined {
  const { endPoint, methodType, payload, kind } = entry
  if (!/^(GET|POST|PUT|DELETE|PATCH)$/.test(methodType) || endPoint === '') return undefined
  if (kind === 'incoming') return undefined
  const url = endPoint.startsWith('/') ? origin + endPoint : endPoint
  if (!/^https?:\/\//.test(url)) return undefined
  const parts = [`curl -X ${methodType} ${quoted(url)}`]
  if (kind === 'api') parts.push(`-u ${quoted('<client id>:<client secret>')}`)
  else parts.push(`-H ${quoted('Authorization: <your credentials>')}`)
  if (payload !== '') {
    parts.push(`-H ${quoted(`Content-Type: ${typeOf(payload)}`)}`, `--data-raw ${quoted(payload)}`)
  }
  return parts.join(' \\\n  ')
}

function typeOf(payload: string): string {
  return /^\s*[[{]/.test(payload) ? 'application/json' : 'application/x-www-form-urlencoded'
}

/** For a POSIX shell: nothing within single quotes means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
