import { useTranslation } from 'react-i18next'

/** Of a call of ours that was refused; its answer says it in words. */
const SENTENCE_KEY = /^[a-z]\w*(?:\.\w+)+$/i

/** What became of an exchange, in words; a provider's or a channel's own word stays as it is. */
export function useLogWords() {
  const { t, i18n } = useTranslation('logs')
  const one = (status: string): string =>
    i18n.exists(`statuses.${status}`, { ns: 'logs' })
      ? t(`statuses.${status}`)
      : SENTENCE_KEY.test(status)
        ? t('statuses.refused')
        : status
  return (status: string): string => status.split(', ').map(one).join(', ')
}
