import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { drawnLinkAddress, readRunLinks, readRunMail, type RunLink, type RunMail } from '@notifly/contracts/runs/panels'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { type LinkMark, PreviewFrame } from '../../../components/email/PreviewFrame.tsx'
import { useGoTo } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { shareOf } from '../run/run-figures.ts'
import { LinkTable } from './LinkTable.tsx'
import { PanelCsv } from './PanelCsv.tsx'
import { panelOf, type RunPanelsProps } from './panel-of.ts'

/** Where readers clicked: marked in the email as it was sent, and listed by link beside it. */
export function LinkClicks({ run, linkTo }: RunPanelsProps) {
  const { t } = useTranslation('delivery')
  const { params, pollMs } = panelOf(run)
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useRead(readRunLinks, { params }, { pollMs })
  const { data: drawn, error: mailError } = useRead(readRunMail, { params, query: { variant: chosen } })
  const mail = drawn ?? (mailError ? NO_PICTURE : undefined)
  const title = t('links.title')
  const variant = chosen ?? (mail?.variant == null ? null : String(mail.variant))
  const links = useMemo(() => data && linksIn(data.links, mail), [data, mail])
  return (
    <Panel
      bare
      title={title}
      actions={
        <>
          <VariantChoice run={run} variant={variant} onVariant={setChosen} />
          <PanelCsv run={run} panel="links" title={title} />
        </>
      }
    >
      {error && data === undefined && (
        <ReadFailure framed={false} error={error} title={t('links.failed')} onRetry={() => void refetch()} />
      )}
      {!error && links === undefined && <Skeleton height="24rem" className="m-4" />}
      {links && (
        <div className="grid grid-cols-1 lg:grid-cols-2">
          <MailPicture mail={mail} links={links} clicks={data?.clicks ?? 0} linkTo={linkTo} />
          <LinkTable links={links} clicks={data?.clicks ?? 0} linkTo={linkTo} />
        </div>
      )}
    </Panel>
  )
}

/** The links in the shown mail; each variant of a test has links of its own. */
function linksIn(links: readonly RunLink[], mail: RunMail | undefined): readonly RunLink[] {
  if (mail === undefined || mail.variant === null) return links
  return links.filter(({ no }) => mail.links.includes(no))
}

const NO_PICTURE: RunMail = { variant: null, html: '', links: [], recipient: null }

interface VariantChoiceProps {
  run: RunProgress
  variant: string | null
  onVariant: (variant: string) => void
}

function VariantChoice({ run: { ab_test: test }, variant, onVariant }: VariantChoiceProps) {
  const { t } = useTranslation('ab-test')
  // In a subject test every variant has the same mail.
  if (test?.part !== 'content') return null
  return (
    <Segmented
      size="sm"
      aria-label={t('columns.variant')}
      value={variant}
      onChange={onVariant}
      segments={test.variants.map(({ no }) => ({
        value: String(no),
        label: t('variant', { letter: variantLetter(no) }),
      }))}
    />
  )
}

interface MailPictureProps {
  mail: RunMail | undefined
  links: readonly RunLink[]
  clicks: number
  linkTo: RunPanelsProps['linkTo']
}

function MailPicture({ mail, links, clicks, linkTo }: MailPictureProps) {
  const { t } = useTranslation('delivery')
  const { number, percent } = useDisplay()
  const goTo = useGoTo()
  const marks = useMemo<LinkMark[]>(
    () =>
      (clicks === 0 ? [] : links).map(({ no, clicked, clicks: n }) => ({
        href: drawnLinkAddress(no),
        text: `${number(clicked ?? n)} · ${percent(shareOf(n, clicks) ?? 0)}`,
        title: [clicked !== null && t('links.people', { count: clicked }), t('links.clicked', { count: n })]
          .filter(part => part !== false)
          .join(', '),
      })),
    [links, clicks, number, percent, t],
  )
  const follow = useCallback(
    (href: string) => {
      const link = links.find(({ no }) => drawnLinkAddress(no) === href)
      if (link?.clicked) void goTo(linkTo({ link: String(link.no) }))
    },
    [links, goTo, linkTo],
  )
  if (mail === undefined) return <Skeleton height="24rem" className="m-4" />
  return (
    <figure className="flex min-w-0 flex-col border-line max-lg:border-b lg:border-e">
      {mail.html === '' ? (
        <p className="grid h-full min-h-48 place-items-center p-4 text-muted">{t('links.noPicture')}</p>
      ) : (
        <PreviewFrame
          html={mail.html}
          title={t('links.picture')}
          marks={marks}
          onLink={follow}
          className="h-112 w-full max-sm:h-96"
        />
      )}
      {mail.html !== '' && (
        <figcaption className="border-t border-line px-4 py-2 text-12 text-muted">
          {mail.recipient === null ? t('links.unnamed') : t('links.sentTo', { name: mail.recipient })}
        </figcaption>
      )}
    </figure>
  )
}
