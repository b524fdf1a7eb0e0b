/** Secrets of a payload: encrypted apart from it while it waits, and masked wherever it is shown. */
import { MASK } from '@notifly/contracts/approvals/holding'
import type { Secrets } from '../../lib/secrets.ts'
import type { SecretField, Values } from './command.ts'

/** Sent in place of a secret that was not typed again. */
function isKept(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^\**$/.test(value))
}

export interface SplitPayload {
  /** The payload with MASK in place of each typed secret. */
  shown: Values
  /** Typed secrets by field. */
  secrets: Readonly<Record<string, string>>
}

/** Takes the typed secrets out of a payload. */
export function splitSecrets(payload: unknown, fields: readonly SecretField[]): SplitPayload {
  const shown = structuredClone(payload) as Record<string, unknown>
  const secrets: Record<string, string> = {}
  for (const { field } of fields) {
    const value = valueAt(shown, field)
    if (isKept(value)) continue
    secrets[field] = String(value)
    setAt(shown, field, MASK)
  }
  return { shown, secrets }
}

/** Puts these secrets into a payload. */
export function joinSecrets(shown: unknown, secrets: Readonly<Record<string, string>>): Record<string, unknown> {
  const payload = structuredClone(shown) as Record<string, unknown>
  for (const [field, value] of Object.entries(secrets)) setAt(payload, field, value)
  return payload
}

/**
 * Completes a payload that corrects a rejected request: a secret that was not typed again is taken from there, if the fields that it is
 * bound to are unchanged. All others are left to the saved object.
 */
export function mergeSecrets(payload: unknown, fields: readonly SecretField[], rejected: SplitPayload): unknown {
  const kept: Record<string, string> = {}
  for (const { field, boundTo } of fields) {
    const earlier = rejected.secrets[field]
    const typed = valueAt(payload, field)
    // Null deletes the secret.
    if (earlier === undefined || typed === null || !isKept(typed)) continue
    const isSame = boundTo.every(name => valueAt(payload, name) === valueAt(rejected.shown, name))
    if (isSame) kept[field] = earlier
  }
  return joinSecrets(payload, kept)
}

/** Null without any secret. The encryption binds them to their request. */
export function sealRequest(
  secrets: Readonly<Record<string, string>>,
  key: Secrets,
  approvalId: string,
): string | null {
  return Object.keys(secrets).length === 0 ? null : key.seal(JSON.stringify(secrets), placeOf(approvalId))
}

export function openRequest(sealed: string | null, key: Secrets, approvalId: string): Record<string, string> {
  return sealed === null ? {} : (JSON.parse(key.open(sealed, placeOf(approvalId))) as Record<string, string>)
}

const placeOf = (approvalId: string): string => `approval ${approvalId} secrets`

/** The value at a path with dots. */
function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Values)[name] : undefined),
      values,
    )
}

/** Sets the value at a path whose parents exist. */
export function setAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? values : valueAt(values, names.join('.'))
  if (typeof parent === 'object' && parent !== null) (parent as Record<string, unknown>)[last] = value
}
