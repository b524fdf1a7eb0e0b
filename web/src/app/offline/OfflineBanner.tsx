import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { CloudOff } from 'lucide-react'
import { connection } from '../../api/connection.ts'
import { renewSession } from '../../api/session.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

const ASK_AGAIN_MS = 10_000

/** Shown while the server does not respond: how old the data is, and that nothing can be changed. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const lost = useSyncExternalStore(connection.subscribe, connection.get)
  const moments = useMoments()
  const isLost = lost !== undefined

  useEffect(() => {
    if (!isLost) return
    const ask = () => void renewSession().catch(() => undefined)
    const timer = setInterval(ask, ASK_AGAIN_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [isLost])

  if (!lost) return null
  const at = moments.within((lost.keptOn ?? lost.lostOn) / 1000)
  return (
    <Alert tone="warning" icon={CloudOff} live className="sticky top-0 z-30 rounded-none! border-x-0! border-t-0!">
      {t('offline', { at })}
    </Alert>
  )
}
