import type { Trouble } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { Tone } from '../../ui/layout/tone.ts'
import { useSpans } from './use-spans.ts'

/** Messages do not leave, or what is shown to people is wrong; everything else can wait until tomorrow. */
const URGENT: readonly Trouble['kind'][] = ['no_worker', 'stalled', 'no_scheduler', 'no_room']

/** What needs somebody: what is the matter, and what to do. */
export function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const { span } = useSpans()
  return troubles.map((trouble, index) => {
    const { kind, seconds, n, name } = trouble
    const tone: Tone = URGENT.includes(kind) ? 'danger' : 'warning'
    const count = n ?? 0
    const values = {
      count,
      shown: kind === 'journal_behind' ? bytes(count) : number(count),
      span: span(seconds ?? 0),
      name: name ?? '',
    }
    return (
      <Alert key={`${kind}.${index}`} tone={tone} title={t(`trouble.${kind}.title`, values)}>
        {t(`trouble.${kind}.text`, values)}
      </Alert>
    )
  })
}
