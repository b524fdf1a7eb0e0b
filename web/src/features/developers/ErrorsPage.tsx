import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { DevelopersFrame } from './DevelopersFrame.tsx'
import { InlineCode } from './InlineCode.tsx'

const STATUSES = ['400', '401', '403', '404', '409', '413', '415', '429', '500', '503'] as const

/** What refusals look like, and every key that one may have: where `doc_url` of an error leads. */
export function ErrorsPage() {
  const { t } = useTranslation('developers')
  return (
    <DevelopersFrame title={t('guides.errors.title')} lead={t('guides.errors.lead')} isReady>
      <div className="flex max-w-3xl flex-col gap-8">
        <Part name="body">
          <p className="mt-1 text-14 text-ink-2">
            <InlineCode>{t('guides.errors.body.text')}</InlineCode>
          </p>
          <div className="mt-3">
            <CodeBlock code={JSON.stringify(EXAMPLE, null, 2)} />
          </div>
        </Part>
        <Part name="statuses">
          <dl className="mt-1 divide-y divide-line">
            {STATUSES.map(status => (
              <div key={status} className="flex gap-4 py-2">
                <dt className="font-mono text-13 font-medium">{status}</dt>
                <dd className="text-ink-2">
                  <InlineCode>{t(`guides.errors.statuses.${status}`)}</InlineCode>
                </dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part name="keys">
          <Keys />
        </Part>
      </div>
    </DevelopersFrame>
  )
}

function Part({ name, children }: { name: 'body' | 'statuses' | 'keys'; children: ReactNode }) {
  const { t } = useTranslation('developers')
  return (
    <section aria-labelledby={name} className="min-w-0">
      <h2 id={name} className="text-16 font-semibold tracking-(--ls-tight)">
        {t(`guides.errors.${name}.title`)}
      </h2>
      {children}
    </section>
  )
}

/** What programs meet most, first. */
const FIRST = ['errors', 'fields', 'apiKeys', 'messages', 'contacts', 'events', 'quotas', 'webhooks']

const KEYS = Object.entries(SENTENCES)
  .map(([key, words]) => ({ key, words, group: key.split('.')[0] ?? '' }))
  .toSorted((one, other) => rank(one.group) - rank(other.group) || (one.key < other.key ? -1 : 1))

function rank(group: string): number {
  const at = FIRST.indexOf(group)
  return at === -1 ? FIRST.length : at
}

function Keys() {
  const { t } = useTranslation('developers')
  // Known after the page has been drawn, so that the browser's own :target is too early.
  const named = useLocation({ select: location => location.hash })
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = KEYS.filter(({ key, words }) => `${key} ${words}`.toLowerCase().includes(wanted))
  return (
    <>
      <div className="my-2 max-w-md">
        <SearchInput value={search} onChange={setSearch} placeholder={t('guides.errors.keys.find')} wide />
      </div>
      {shown.length === 0 && <p className="text-muted">{t('guides.errors.keys.none')}</p>}
      <ul lang="en" className="divide-y divide-line">
        {shown.map(({ key, words }) => (
          <li
            key={key}
            id={key}
            aria-current={key === named ? 'location' : undefined}
            className="grid scroll-mt-4 gap-x-4 gap-y-0.5 py-2 aria-[current=location]:bg-selected sm:grid-cols-[16rem_minmax(0,1fr)]"
          >
            <Key of={key} />
            <span className="text-13 text-ink-2">{words}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** May break at its dots. */
function Key({ of: key }: { of: string }) {
  const [group = '', ...rest] = key.split('.')
  return (
    <code dir="ltr" className="font-mono text-12 wrap-anywhere">
      {group}
      <wbr />
      {`.${rest.join('.')}`}
    </code>
  )
}

const EXAMPLE = {
  success: false,
  message: SENTENCES['fields.email'],
  key: 'fields.email',
  errors: [{ field: 'email', message: SENTENCES['fields.email'], key: 'fields.email' }],
  doc_url: `${window.location.origin}/developers/errors#fields.email`,
}
