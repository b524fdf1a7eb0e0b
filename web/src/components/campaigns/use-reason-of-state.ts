import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../locales/server-text.ts'
import { useDisplay } from '../display/use-display.ts'

const NOT_SENT = /^(Not sent:) (.+)$/s
const MISSED = /^([\d,]+) runs were missed\. (.+)$/s

/**
 * Why a campaign or a run stands as it does, in the page's language: what failed, what was missed, what it waits for. Two of
 * the server's sentences hold another one, which is put into words by itself.
 */
export function useReasonOfState(): (reason: string) => string {
  const { t } = useTranslation()
  const { number } = useDisplay()
  return useCallback(
    reason => {
      const [, notSent, why] = NOT_SENT.exec(reason) ?? []
      if (notSent !== undefined && why !== undefined) return `${serverText(notSent)} ${serverText(why)}`
      const [, missed, latest] = MISSED.exec(reason) ?? []
      if (missed === undefined || latest === undefined) return serverText(reason)
      const count = Number(missed.replaceAll(',', ''))
      return `${t('status.runsMissed', { count, shown: number(count) })} ${serverText(latest)}`
    },
    [t, number],
  )
}
