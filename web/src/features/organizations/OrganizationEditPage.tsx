import { listApplications, listApplicationStats } from '@notifly/contracts/applications/applications'
import {
  deleteOrganization,
  listOrganizations,
  type Organization,
  updateOrganization,
} from '@notifly/contracts/organizations/organizations'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh, useReadPage, useWrite } from '../../api/queries.ts'
import { renewSession } from '../../api/session.ts'
import { announce } from '../../api/signals.ts'
import { DeletePanel } from '../../components/danger/TypedNameDialog.tsx'
import { FormFailure } from '../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { roleRuns } from '../../components/rights/runs-organization.ts'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { OrganizationFields, organizationSchema } from './OrganizationFields.tsx'
import { OrganizationWizard } from './OrganizationWizard.tsx'

const OWNER = 'Owner'

/** Creates an organization (id `new`, by the wizard) or changes one. */
export function OrganizationEditPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  if (id === 'new') return <OrganizationWizard />
  return <Edit id={id} />
}

function Edit({ id }: { id: string }) {
  const { t } = useTranslation('organizations')
  const { data, error, refetch } = useReadPage(listOrganizations, { query: { uuid: id } })
  const organization = data?.rows[0]
  return (
    <TitledPage
      crumbs={[{ label: t('list.title'), href: paths.organizations() }]}
      title={organization?.name ?? t('edit.title')}
    >
      {error && <ReadFailure error={error} title={t('list.failedOne')} onRetry={() => void refetch()} />}
      {!data && !error && (
        <FormColumn>
          <LoadingNote />
          <Skeleton height="14rem" />
        </FormColumn>
      )}
      {data && !organization && <NotFoundCard framed />}
      {organization && <Form key={organization.uuid} organization={organization} />}
    </TitledPage>
  )
}

function Form({ organization }: { organization: Organization }) {
  const { t } = useTranslation(['organizations', 'common'])
  const goTo = useGoTo()
  const { name, meta_object } = organization
  const form = useApiForm(organizationSchema, { defaultValues: { name, meta_object } })
  const { isDirty, isSubmitting } = form.formState
  const mayChange = roleRuns(organization.role.name)
  const isOwner = organization.role.name === OWNER
  const save = form.submit(async body => {
    await call(updateOrganization, { query: { uuid: organization.uuid }, body })
    await refresh(listOrganizations)
    announce({ tone: 'success', message: t('edit.saved', { name: body.name }) })
    await goTo(paths.organizations(), { saved: true })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty} />
      <FormColumn>
        <FormFailure error={form.failure} />
        {!mayChange && <Alert>{t('edit.readOnly')}</Alert>}
        <Panel>
          <fieldset disabled={!mayChange}>
            <OrganizationFields form={form} />
          </fieldset>
        </Panel>
        {mayChange && (
          <div className="flex justify-end gap-2">
            <ButtonLink href={paths.organizations()}>{t('common:ui.cancel')}</ButtonLink>
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {t('edit.save')}
            </Button>
          </div>
        )}
        <TwoPeoplePanel organization={organization} isOwner={isOwner} />
        {isOwner && <DeleteOrganizationPanel organization={organization} />}
      </FormColumn>
    </form>
  )
}

/** The end of an organization, with all that it has. */
function DeleteOrganizationPanel({ organization }: { organization: Organization }) {
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

/** Whether even approvers' changes wait for a second person. Acts at once; the Owner decides. */
function TwoPeoplePanel({ organization, isOwner }: { organization: Organization; isOwner: boolean }) {
  const { t } = useTranslation('organizations')
  const { uuid, name, meta_object: settings } = organization
  const change = useWrite(updateOrganization, { refreshes: [listOrganizations], failure: 'form' })
  const turn = (twoPeople: boolean) =>
    change.mutate({ query: { uuid }, body: { name, meta_object: { two_people: twoPeople } } })
  return (
    <Panel title={t('twoPeople.title')}>
      <div className="flex flex-col gap-3">
        {change.error && change.error.status !== 403 && (
          <Alert tone="danger" live>
            {translateSentence(change.error)}
          </Alert>
        )}
        <Switch
          checked={change.isPending ? (change.variables.body.meta_object?.two_people ?? false) : settings.two_people}
          onChange={turn}
          disabled={!isOwner || change.isPending}
          label={t('twoPeople.label')}
          help={isOwner ? t('twoPeople.help') : t('twoPeople.ownerOnly')}
        />
      </div>
    </Panel>
  )
}
