import { FileWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import type { ParseFault } from './mjml/parse.ts'

interface FaultCardProps {
  fault: ParseFault
  onSource: () => void
}

/** MJML that cannot be shown as blocks, and the way to mend it. */
export function FaultCard({ fault: { kind, line, tag = '' }, onSource }: FaultCardProps) {
  const { t } = useTranslation('visual')
  return (
    <div className="grid place-items-center p-6">
      <StateCard
        kind="error"
        icon={FileWarning}
        title={t('fault.title')}
        actions={
          <Button variant="primary" onClick={onSource}>
            {t('settings.source')}
          </Button>
        }
      >
        {t(`fault.${kind}`, { line, tag: `<${tag}>` })}
      </StateCard>
    </div>
  )
}
