import { LOCALES, type Locale, updateProfile } from '@notifly/contracts/accounts/accounts'
import { type Profile, deleteAccount, readProfile } from '@notifly/contracts/accounts/security'
import { personName } from '@notifly/contracts/fields'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call, callWithMeta } from '../../../api/client.ts'
import { refresh, useRead, useWrite } from '../../../api/queries.ts'
import { renewSession, signOut } from '../../../api/session.ts'
import { announce } from '../../../api/signals.ts'
import { FormFailure } from '../../../components/form/FormFailure.tsx'
import { LeaveGuard } from '../../../components/form/LeaveGuard.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { LANGUAGE_NAMES, currentLocale } from '../../../locales/i18n.ts'
import { rememberLocale } from '../../../locales/locale-cookie.ts'
import { splitLocale, withLocale } from '../../../locales/url-locale.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FormColumn, Section } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { AlertsSkeleton } from './AlertsSkeleton.tsx'
import { ConnectionsSection } from './ConnectionsSection.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { ApiError } from '../../../api/api-error.ts'
import { CONFIRM_IDENTITY } from '../../../api/identity.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { lazyView } from '../../../ui/lazy-view.tsx'

/** Loaded separately, so that files which only this section needs are not listed in the code of every page. */
const AlertsSection = lazyView(async () => (await import('./AlertsSection.tsx')).AlertsSection)

// What a link leads to is above all whose height is known only later.
const PARTS = ['profile', 'alerts', 'password', 'mfa', 'connections', 'sessions', 'language', 'delete'] as const
type Part = (typeof PARTS)[number]

/** The reader's own account: profile, sign-in, sessions. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { data: profile, error, refetch } = useRead(readProfile, {})
  return (
    <TitledPage title={t('title')} facts={t('lead')}>
      {error && <ReadFailure error={error} title={t('profile.failed')} onRetry={() => void refetch()} />}
      {!error && (
        <div className="grid items-start gap-8 md:grid-cols-[11rem_minmax(0,1fr)]">
          <Contents />
          <FormColumn>{profile ? <Parts profile={profile} /> : <SettingsSkeleton />}</FormColumn>
        </div>
      )}
    </TitledPage>
  )
}

/** A table of contents beside the parts; hidden on narrow windows. */
function Contents() {
  const { t } = useTranslation('settings')
  return (
    <nav aria-label={t('contents')} className="sticky top-18 flex flex-col max-md:hidden">
      {PARTS.map(part => (
        <a key={part} href={`#${part}`} className="rounded-2 px-2 py-1.5 text-ink-2 hover:bg-hover hover:text-ink">
          {t(`${part}.title`)}
        </a>
      ))}
    </nav>
  )
}

function Parts({ profile }: { profile: Profile }) {
  // Nothing was there when the browser looked for the part that a link names.
  useEffect(() => {
    const part = PARTS.find(each => window.location.hash === `#${each}`)
    if (part !== undefined) document.getElementById(part)?.scrollIntoView()
  }, [])
  const contents: Record<Part, ReactNode> = {
    profile: (
      <>
        <NameForm profile={profile} />
        <EmailForm profile={profile} />
      </>
    ),
    password: <PasswordSection profile={profile} />,
    mfa: <SecondFactorSection profile={profile} />,
    connections: <ConnectionsSection />,
    sessions: <SessionsSection />,
    alerts: (
      <Suspense fallback={<AlertsSkeleton />}>
        <AlertsSection />
      </Suspense>
    ),
    language: <LanguageSection />,
    delete: <DeleteSection />,
  }
  return PARTS.map(part => <PartFrame key={part} part={part} content={contents[part]} />)
}

function PartFrame({ part, content }: { part: Part; content: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <div id={part} className="scroll-mt-18">
      <Section title={t(`${part}.title`)} help={t(`${part}.help`)}>
        <div className="flex flex-col gap-4">{content}</div>
      </Section>
    </div>
  )
}

function SettingsSkeleton() {
  const { t } = useTranslation('settings')
  return (
    <>
      <LoadingNote />
      {PARTS.map(part => (
        <Section key={part} title={t(`${part}.title`)} help={t(`${part}.help`)}>
          <Skeleton height="7rem" className="rounded-3" />
        </Section>
      ))}
    </>
  )
}

/** The language of the pages and of mails about the account. */
function LanguageSection() {
  const { t } = useTranslation('settings')
  const router = useRouter()
  const save = useWrite(updateProfile, { refreshes: [readProfile], success: 'silent' })
  const choose = (locale: Locale) => {
    rememberLocale(locale)
    const { pathname, search, hash } = router.history.location
    // The address decides the language: going to the other one changes the page in place.
    router.history.push(withLocale(locale, splitLocale(pathname).path) + search + hash, undefined, {
      ignoreBlocker: true,
    })
    save.mutate({ body: { locale } })
  }
  return (
    <Panel aria-label={t('language.title')}>
      <Segmented
        aria-label={t('language.title')}
        value={currentLocale()}
        onChange={choose}
        segments={LOCALES.map(locale => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
      />
    </Panel>
  )
}

const schema = z.object({ name: personName })

/** The name that team members see. */
function NameForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['settings', 'common'])
  const form = useApiForm(schema, { values: { name: profile.name } })
  const { isDirty, isSubmitting } = form.formState
  const save = form.submit(async body => {
    const { message } = await callWithMeta(updateProfile, { body })
    await Promise.all([refresh(readProfile), renewSession()])
    if (message) announce({ tone: 'success', message })
  })
  return (
    <form noValidate onSubmit={save}>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
      <Panel>
        <div className="flex flex-col gap-4">
          <FormFailure error={form.failure} />
          <Field label={t('profile.name')} error={form.errorOf('name')}>
            <TextInput {...form.register('name')} autoComplete="name" maxLength={100} />
          </Field>
          <div className="flex justify-end">
            <Button type="submit" loading={isSubmitting}>
              {t('profile.save')}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  )
}

/** Deletes the account after a dialog and a confirmation of the identity. */
function DeleteSection() {
  const { t } = useTranslation('settings')
  const [asks, setAsks] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const remove = async () => {
    setAsks(false)
    setDeleting(true)
    setFailure(undefined)
    try {
      await call(deleteAccount, {})
      announce({ tone: 'success', message: t('delete.done') })
      await signOut()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Turning away from the question who it is needs no word.
      if (error.code !== CONFIRM_IDENTITY) setFailure(error)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <Panel aria-label={t('delete.title')}>
      <div className="flex flex-col gap-4">
        <FormFailure error={failure} />
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('delete.text')}</p>
          <Button loading={isDeleting} onClick={() => setAsks(true)}>
            {t('delete.action')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('delete.ask')}
        action={t('delete.action')}
        onConfirm={() => void remove()}
      >
        {t('delete.consequences')}
      </ConfirmDialog>
    </Panel>
  )
}
