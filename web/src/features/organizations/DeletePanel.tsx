import { listApplicationStats, listApplications } from '@notifly/contracts/applications'
import { deleteOrganization, listOrganizations, type Organization } from '@notifly/contracts/organizations'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { TypedNameDialog } from '../../components/danger/TypedNameDialog.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The end of an organization, with all that it has. */
export function DeletePanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organizations')
  const goTo = useGoTo()
  const [asks, setAsks] = useState(false)
  const { uuid, name } = organization
  const remove = async (typed: string) => {
    await call(deleteOrganization, { query: { uuid }, body: { name: typed } })
    // The token may have been for one of its applications.
    await renewSession()
    await Promise.all([listOrganizations, listApplications, listApplicationStats].map(each => refresh(each)))
    announce({ tone: 'success', message: t('delete.done', { name }) })
    await goTo(paths.organizations(), { saved: true, replace: true })
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
