import {
  type Application,
  deleteApplication,
  listApplications,
  listApplicationStats,
} from '@notifly/contracts/applications'
import { listOrganizations } from '@notifly/contracts/organizations'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { leaveApplication, renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { TypedNameDialog } from '../../components/danger/TypedNameDialog.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The end of an application, with all that it has. */
export function DeleteApplicationPanel({ application }: { application: Application }) {
  const { t } = useTranslation('applications')
  const goTo = useGoTo()
  const [asks, setAsks] = useState(false)
  const { uuid, name } = application
  const remove = async (typed: string) => {
    await call(deleteApplication, { query: { application_uuid: uuid }, body: { name: typed } })
    // Its token is dead; the session goes on at another application, or without one.
    leaveApplication()
    await renewSession()
    announce({ tone: 'success', message: t('delete.done', { name }) })
    await goTo(paths.applications(), { saved: true, replace: true })
    await Promise.all([listApplications, listApplicationStats, listOrganizations].map(each => refresh(each)))
  }
  return (
    <Panel title={t('delete.action')}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('delete.text')}</p>
        <Button icon={Trash2} onClick={() => setAsks(true)}>
          {t('delete.action')}
        </Button>
      </div>
      <TypedNameDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('delete.title', { name })}
        action={t('delete.action')}
        name={name}
        onConfirm={remove}
      >
        {t('delete.consequences')}
      </TypedNameDialog>
    </Panel>
  )
}
