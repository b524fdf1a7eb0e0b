import { readProfile, type Profile } from '@notifly/contracts/accounts/security'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { FormColumn, Section } from '../../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ConnectionsSection } from './ConnectionsSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { NameForm } from './NameForm.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

const PARTS = ['profile', 'password', 'mfa', 'connections', 'sessions', 'language', 'delete'] as const
type Part = (typeof PARTS)[number]

/** The own account: who one is here, how one signs in, where one is signed in. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { data: profile, error, refetch } = useRead(readProfile, {})
  return (
    <TitledPage title={t('title')} facts={t('lead')}>
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!error && (
        <div className="grid items-start gap-8 md:grid-cols-[11rem_minmax(0,1fr)]">
          <Contents />
          <FormColumn>{profile ? <Parts profile={profile} /> : <Ghosts />}</FormColumn>
        </div>
      )}
    </TitledPage>
  )
}

/** Where the parts are, beside them; on a narrow window one scrolls. */
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

function Ghosts() {
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
