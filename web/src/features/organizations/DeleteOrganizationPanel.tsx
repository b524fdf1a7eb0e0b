import { listApplicationStats, listApplications } from '@notifly/contracts/applications/applications'
import {
  deleteOrganization,
  listOrganizations,
  type Organization,
} from '@notifly/contracts/organizations/organizations'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { DeletePanel } from '../../components/danger/DeletePanel.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'

/** The end of an organization, with all that it has. */
export function DeleteOrganizationPanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organizations')
  const goTo = useGoTo()
  const { uuid, name } = organization
  const remove = async (typed: string) => {
    await call(deleteOrganization, { query: { uuid }, body: { name: typed } })
    // The token may have been for one of its applications.
    await renewSession()
    await Promise.all([listOrganizations, listApplications, listApplicationStats].map(each => refresh(each)))
    announce({ tone: 'success', message: t('delete.done', { name }) })
    await goTo(paths.organizations(), { saved: true, replace: true })
  }
  const words = {
    action: t('delete.action'),
    text: t('delete.text'),
    title: t('delete.title', { name }),
    consequences: t('delete.consequences'),
  }
  return <DeletePanel name={name} words={words} onConfirm={remove} />
}
