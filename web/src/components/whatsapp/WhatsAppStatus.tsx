import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { Hourglass, Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Badge, type BadgeType } from '../../ui/layout/Badge.tsx'

const TONES: Record<string, BadgeType> = {
  APPROVED: 'light-green',
  REINSTATED: 'light-green',
  UNARCHIVED: 'light-green',
  SUBMITTING: 'light-blue',
  PENDING: 'mellow',
  IN_APPEAL: 'mellow',
  PAUSED: 'mellow',
  FLAGGED: 'mellow',
  PENDING_DELETION: 'secondary',
  DELETED: 'secondary',
  ARCHIVED: 'secondary',
}
const ICONS = { PENDING: Hourglass, IN_APPEAL: Hourglass, PAUSED: Pause } as const

/** WhatsApp's status of a template, in a word. An unknown status is shown as WhatsApp spells it. */
export function WhatsAppStatus({ status }: { status: string }) {
  const { t, i18n } = useTranslation('whatsapp')
  const key = `whatsapp:status.${status}`
  return (
    <Badge type={TONES[status] ?? 'danger'} icon={ICONS[status as keyof typeof ICONS]}>
      {i18n.exists(key) ? t(key) : status}
    </Badge>
  )
}

/** Why a template was rejected, paused or not accepted, translated if the reason is known. */
export function useTemplateReason(): (template: WhatsappTemplate) => string | null {
  const { t, i18n } = useTranslation('whatsapp')
  return ({ reason, reason_sentence: sentence }) => {
    if (reason === null) return null
    const key = `whatsapp:reason.${reason}`
    return i18n.exists(key) ? t(key) : translateSentence({ message: reason, ...sentence })
  }
}
