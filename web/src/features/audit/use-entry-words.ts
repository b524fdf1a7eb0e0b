import type { AuditEntry } from '@notifly/contracts/audit/audit'
import { useTranslation } from 'react-i18next'

/** Who, what and to what, in the reader's words. */
export function useEntryWords() {
  const { t, i18n } = useTranslation(['audit', 'changes'])
  const known = (key: string, otherwise: string) =>
    i18n.exists(key, { ns: 'changes' }) ? t(`changes:${key}`) : otherwise
  const kindWords = (type: string) => known(`objects.${type}`, type)
  return {
    kindWords,
    actionWords: (action: string) => known(`actions.${action}`, action),
    actorWords: ({ kind, name }: AuditEntry['actor']) =>
      kind === 'account' || kind === 'key' ? name : t(`actors.${kind}`),
    objectWords: ({ type, name, id }: AuditEntry['object']) => {
      if (name !== '') return name
      if (type === 'account') return t('actors.deleted')
      return id === null ? kindWords(type) : `${kindWords(type)} ${id.slice(-8)}`
    },
  }
}
