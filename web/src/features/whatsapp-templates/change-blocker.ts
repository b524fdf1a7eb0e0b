import { WHATSAPP_LANGUAGES } from '@notifly/contracts/whatsapp-templates/languages'
import {
  EDITABLE_STATUSES,
  WHATSAPP_CATEGORIES,
  type WhatsappTemplate,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { leftOutOf } from './draft.ts'

/** Whether WhatsApp takes a change now, and no other change waits for approval. */
export function canChange({ status, approval_uuid: approvalId }: WhatsappTemplate): boolean {
  return EDITABLE_STATUSES.includes(status) && approvalId === undefined
}

export interface ChangeBlocker {
  kind: 'status' | 'form' | 'parts'
  /** What it is about, as WhatsApp calls it. */
  names: readonly string[]
}

/**
 * Why a template cannot be written anew from here; undefined where it can. A change replaces the whole template, and of what can
 * only be made at WhatsApp our copy has no more than the kind: saving it would take that away.
 */
export function changeBlocker(template: WhatsappTemplate): ChangeBlocker | undefined {
  const { status, category, language, components } = template
  if (!EDITABLE_STATUSES.includes(status)) return { kind: 'status', names: [status] }
  const { buttons, parts } = leftOutOf(components)
  if (buttons.length + parts.length > 0) return { kind: 'parts', names: [...new Set([...parts, ...buttons])] }
  const isKnown = isOneOf(WHATSAPP_CATEGORIES, category) && isOneOf(WHATSAPP_LANGUAGES, language)
  return isKnown ? undefined : { kind: 'form', names: [category, language] }
}

function isOneOf(list: readonly string[], value: string): boolean {
  return list.includes(value)
}
