import {
  type Application,
  deleteApplication,
  listApplications,
  listApplicationStats,
} from '@notifly/contracts/applications/applications'
import { listOrganizations } from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { leaveApplication, renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { DeletePanel } from '../../components/danger/DeletePanel.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'

/** The end of an application, with all that it has. */
export function DeleteApplicationPanel({ application }: { application: Application }) {
  const { t } = useTranslation('applications')
  const goTo = useGoTo()
  const { uuid, name } = application
  const remove = async (typed: string) => {
    await call(deleteApplication, { query: { application_uuid: uuid }, body: { name: typed } })
    // Away from its pages first: whatever they still asked would be answered by the card of a foreign application.
    leaveApplication()
    await goTo(paths.applications(), { saved: true, replace: true })
    // Its token is dead; the session goes on at another application, or without one.
    await renewSession()
    announce({ tone: 'success', message: t('delete.done', { name }) })
    await Promise.all([listApplications, listApplicationStats, listOrganizations].map(each => refresh(each)))
  }
  const words = {
    action: t('delete.action'),
    text: t('delete.text'),
    title: t('delete.title', { name }),
    consequences: t('delete.consequences'),
  }
  return <DeletePanel name={name} words={words} onConfirm={remove} />
}
