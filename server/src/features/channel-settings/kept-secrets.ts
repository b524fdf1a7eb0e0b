/**
 * Secrets that a form returns masked. They are kept only while the settings still lead to the same account on the same server: otherwise a
 * member who may edit settings could have the stored password sent to their own server.
 */
import { type Chosen, formOf, type SettingsChannel } from '@notifly/contracts/channel-settings/channels'
import {
  type AnySettings,
  fieldsOf,
  isBlank,
  isKeptSecret,
  type SettingField,
} from '@notifly/contracts/channel-settings/form'
import type { FieldFailure } from '@notifly/contracts/errors'
import type { SentenceKey } from '@notifly/contracts/sentences/sentence'

interface Completed {
  /** Settings with every secret in place and nothing blank: what is stored, tested and sent with. */
  settings: Record<string, unknown>
  /** Secrets that have to be typed. */
  faults: FieldFailure[]
}

/** Completes typed settings with stored ones. */
export function completeSettings(channel: SettingsChannel, typed: Chosen, stored: Chosen | null): Completed {
  const form = formOf(channel, typed.type)
  if (form === undefined) throw new Error(`there is no form of ${typed.type}`)
  const kept = stored?.type === typed.type ? stored.settings : null
  const settings: Record<string, unknown> = {}
  const faults: FieldFailure[] = []
  for (const [name, field] of fieldsOf(form)) {
    const found = field.isSecret
      ? secretOf(name, field, typed.settings, stored === null ? undefined : (kept ?? {}))
      : plainOf(name, field, typed.settings, kept)
    if (found.fault !== undefined) faults.push({ field: name, key: found.fault })
    if (!isBlank(found.value)) settings[name] = found.value
  }
  return { settings, faults }
}

interface Found {
  value?: unknown
  fault?: SentenceKey
}

function plainOf(name: string, field: SettingField, typed: AnySettings, kept: AnySettings | null): Found {
  const isLeftOut = typed[name] === undefined && field.isLearnt === true
  return { value: isLeftOut ? kept?.[name] : typed[name] }
}

/** `stored`: settings of the same provider, empty for another provider, undefined if nothing is configured. */
function secretOf(name: string, field: SettingField, typed: AnySettings, stored: AnySettings | undefined): Found {
  const value = typed[name]
  if (value === null) return field.isOptional ? {} : { fault: 'fields.required' }
  if (!isKeptSecret(value)) return { value }
  const isForsaken = field.goesWith.length > 0 && field.goesWith.every(each => isBlank(typed[each]))
  if (isForsaken) return {}
  const before = stored?.[name]
  if (isBlank(before)) {
    if (field.isOptional) return {}
    return { fault: stored === undefined ? 'fields.required' : field.retype }
  }
  const isSame = field.boundTo.every(each => typed[each] === stored?.[each])
  return isSame ? { value: before } : { fault: field.retype }
}
