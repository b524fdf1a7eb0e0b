import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { useView } from '../view.ts'

/** In the place of a section that the server could not count. */
export function LoadFailure() {
  const { t } = useTranslation(['dashboards', 'common'])
  const { retry } = useView()
  return (
    <div role="alert" className="grid min-h-39 place-content-center justify-items-center gap-3 p-4 text-muted">
      <p>{t('notRead')}</p>
      <Button size="sm" icon={RotateCw} onClick={retry}>
        {t('common:ui.retry')}
      </Button>
    </div>
  )
}
