import { readSignUpForm, type SignUpForm } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { PendingBanner } from '../../components/approvals/PendingBanner.tsx'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { LoadingPanel } from '../../ui/layout/LoadingPage.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { FormEditor } from './FormEditor.tsx'
import { type FormValues, useFirstValues } from './form-values.ts'
import { FormState } from './SignUpFormsPage.tsx'

/** A form: its preview, its results, and how to publish it. */
export function SignUpFormPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string }
  const { t } = useTranslation('forms')
  const { data, error, refetch } = useRead(readSignUpForm, { params: { uuid } })
  return (
    <FormFrame title={data?.name ?? t('edit.title')} badge={data && <FormState isOn={data.is_on} />}>
      {error && !data ? (
        <ReadFailure error={error} title={t('edit.failed')} onRetry={() => void refetch()} />
      ) : (
        <Existing key={uuid} form={data} />
      )}
    </FormFrame>
  )
}

/** A form that is not saved yet. */
export function NewSignUpFormPage() {
  const { t } = useTranslation('forms')
  const reopened = useReopened()
  const values = useFirstValues()
  return (
    <FormFrame title={t('edit.new')}>
      {reopened.isLoading ? (
        <LoadingSkeleton />
      ) : (
        <>
          <Banners request={reopened.request} />
          <FormEditor values={requestedIn(reopened.request) ?? values} reopens={reopened.reopens} />
        </>
      )}
    </FormFrame>
  )
}

function Existing({ form }: { form: SignUpForm | undefined }) {
  const reopened = useReopened()
  if (form === undefined || reopened.isLoading) return <LoadingSkeleton />
  return (
    <>
      <Banners request={reopened.request} pending={form.approval_uuid} />
      <FormEditor
        form={form}
        values={requestedIn(reopened.request) ?? form.content}
        reopens={reopened.reopens}
        isLocked={form.approval_uuid !== undefined}
      />
    </>
  )
}

function Banners({ request, pending }: { request: Approval | undefined; pending?: string | undefined }) {
  return (
    <div className="mb-4 flex flex-col gap-4 empty:hidden">
      <PendingBanner approval={pending} refreshes={[readSignUpForm]} />
      <ReopenBanner request={request} />
    </div>
  )
}

/** The values of a rejected request. */
function requestedIn(request: Approval | undefined): FormValues | undefined {
  return request?.payload as FormValues | undefined
}

function FormFrame({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  const slug = useSlug()
  const { t } = useTranslation('forms')
  return (
    <TitledPage crumbs={[{ label: t('list.title'), href: paths.signUpForms(slug) }]} title={title} badge={badge}>
      {children}
    </TitledPage>
  )
}

function LoadingSkeleton() {
  return (
    <WithAside aside={<LoadingPanel lines={10} />}>
      <LoadingNote />
      <LoadingPanel lines={2} />
      <LoadingPanel lines={10} />
    </WithAside>
  )
}
