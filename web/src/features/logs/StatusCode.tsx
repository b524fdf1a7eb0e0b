import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/layout/Badge.tsx'
import { statusName, statusTone } from './status-names.ts'

/** A status code as a badge; its name is in the tooltip and for screen readers. */
export function StatusCode({ method, code }: { method: string; code: number }) {
  const { t } = useTranslation('logs')
  const tone = statusTone(code)
  const name = code === 0 ? t('noStatus') : (statusName(method, code) ?? t('unknownStatus'))
  return (
    <span data-tip={name} className="tnum inline-flex">
      {tone === null ? <span className="text-ink-2">{code}</span> : <Badge type={tone}>{code}</Badge>}
      <span className="sr-only">{name}</span>
    </span>
  )
}
