import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf, type Received } from './received.ts'

// Verifies a request's signature by Standard Webhooks (https://www.standardwebhooks.com): symmetric signatures.

/** unchecked: no secret was entered. late: correctly signed, but too old. */
export type Verdict = 'verified' | 'unchecked' | 'unsigned' | 'wrong' | 'late'

const TOLERANCE_SECONDS = 300

/** Checks against each of the secrets, at the time of the request's arrival. */
export function verdictOf(request: Received, secrets: readonly string[]): Verdict {
  const [id, time] = [headerOf(request, 'webhook-id'), headerOf(request, 'webhook-timestamp')]
  const given = headerOf(request, 'webhook-signature')
  if (id === '' || time === '' || given === '') return 'unsigned'
  if (secrets.length === 0) return 'unchecked'
  const content = Buffer.concat([Buffer.from(`${id}.${time}.`), request.body])
  if (!secrets.some(secret => isSigned(secret, content, given))) return 'wrong'
  return Math.abs(request.atMs / 1000 - Number(time)) <= TOLERANCE_SECONDS ? 'verified' : 'late'
}

function isSigned(secret: string, content: Buffer, given: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(content).digest()
  return given.split(' ').some(signature => {
    const bytes = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
