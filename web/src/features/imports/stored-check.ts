/** The result of a file's check, stored in this tab until the file is inserted: a reload shows it again without a second upload. */
import { Verification } from '@notifly/contracts/imports/imports'
import * as z from 'zod/mini'

const StoredCheck = z.object({
  kind: z.enum(['audience', 'phonebook']),
  file: z.object({ name: z.string(), size: z.number() }),
  verification: Verification,
})
export type StoredCheck = z.infer<typeof StoredCheck>

const keyOf = (id: string) => `notifly.checked-import.${id}`

/** `id`: the import's id. */
export function readCheck(id: string): StoredCheck | undefined {
  try {
    return StoredCheck.parse(JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Returns false if the browser's storage is full. */
export function storeCheck(check: StoredCheck): boolean {
  try {
    sessionStorage.setItem(keyOf(check.verification.corelation_id), JSON.stringify(check))
    return true
  } catch {
    return false
  }
}

export function clearStoredCheck(id: string): void {
  sessionStorage.removeItem(keyOf(id))
}
