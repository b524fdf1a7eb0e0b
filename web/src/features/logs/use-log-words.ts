import { useTranslation } from 'react-i18next'

/** What became of an exchange, in words; a provider's or a channel's own word stays as it is. */
export function useLogWords() {
  const { t, i18n } = useTranslation('logs')
  const one = (status: string): string =>
    i18n.exists(`statuses.${status}`, { ns: 'logs' }) ? t(`statuses.${status}`) : status
  return (status: string): string => status.split(', ').map(one).join(', ')
}
