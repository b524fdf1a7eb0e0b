import {
  checkTemplateLinks,
  type ClientLimit,
  type EmailContent,
  type LinkCheck,
} from '@notifly/contracts/templates/templates'
import { CircleCheck, Link2, Link2Off, MonitorX } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../../api/queries.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { rowClass } from '../row-class.ts'

/** What common programs show a mail without. */
export function ClientLimits({ limits }: { limits: readonly ClientLimit[] }) {
  const { t } = useTranslation('templates')
  const { list } = useDisplay()
  if (limits.length === 0) return null
  return (
    <Group title={t('limits.title')}>
      <ul>
        {limits.map(({ feature, clients, count }) => (
          <li key={feature} className={rowClass}>
            <Icon of={MonitorX} className="text-muted" />
            <p className="min-w-0">
              <code dir="ltr" className="font-mono text-12 font-medium wrap-anywhere">
                {feature}
              </code>{' '}
              <span className="text-ink-2">
                {t('limits.without', { clients: list(clients.map(client => t(`limits.clients.${client}`))) })}
              </span>
            </p>
            <span className="tnum text-12 whitespace-nowrap text-muted">{t('limits.count', { count })}</span>
          </li>
        ))}
      </ul>
    </Group>
  )
}

interface Checked {
  links: readonly LinkCheck[]
  leftOff: number
  /** What they were read from. */
  of: string
}

/** The links of a mail, tried when somebody asks for it. */
export function LinkChecks({ content }: { content: EmailContent }) {
  const { t } = useTranslation('templates')
  const [checked, setChecked] = useState<Checked>()
  const group = useRef<HTMLElement>(null)
  // The panel is low: what was asked for is below what one looks at.
  useEffect(() => {
    if (checked) group.current?.scrollIntoView({ block: 'start' })
  }, [checked])
  const write = useWrite(checkTemplateLinks, {
    failure: 'form',
    success: 'silent',
    onDone: ({ data }, { body }) =>
      setChecked({ links: data.links, leftOff: data.left_off, of: JSON.stringify(body.content) }),
  })
  const isStale = checked !== undefined && checked.of !== JSON.stringify(content)
  const failed = checked?.links.filter(({ ok }) => !ok) ?? []
  const works = checked?.links.filter(({ ok }) => ok) ?? []
  return (
    <Group
      ref={group}
      title={t('links.title')}
      end={
        <Button size="sm" loading={write.isPending} onClick={() => write.mutate({ body: { content } })}>
          {t(checked ? 'links.again' : 'links.check')}
        </Button>
      }
    >
      <p className="px-4 py-2 empty:hidden" role="status">
        {write.error ? <span className="text-danger-ink">{translateSentence(write.error)}</span> : null}
        {!checked && !write.error && <span className="text-muted">{t('links.hint')}</span>}
        {checked && !write.error && (
          <span className="text-muted">
            {checked.links.length === 0
              ? t('links.none')
              : t('links.sum', { works: works.length, count: checked.links.length })}
            {checked.leftOff > 0 && ` ${t('links.leftOff', { count: checked.leftOff })}`}
            {isStale && ` ${t('links.stale')}`}
          </span>
        )}
      </p>
      <ul>
        {[...failed, ...works].map(link => (
          <LinkRow key={link.url} link={link} />
        ))}
      </ul>
    </Group>
  )
}

function LinkRow({ link: { url, ok, status, problem } }: { link: LinkCheck }) {
  const { t } = useTranslation('templates')
  return (
    <li className={rowClass}>
      <Icon of={ok ? Link2 : Link2Off} className={ok ? 'text-success-ink' : 'text-danger-ink'} />
      <p className="min-w-0">
        <bdi dir="ltr" className="font-medium wrap-anywhere">
          {url}
        </bdi>{' '}
        <span className={ok ? 'text-ink-2' : 'text-danger-ink'}>
          {problem ? translateSentence(problem) : t('links.works')}
        </span>
      </p>
      <span className="tnum flex items-center justify-end gap-1 text-12 whitespace-nowrap text-muted">
        {ok && <Icon of={CircleCheck} size={12} className="text-success-ink" />}
        {status}
      </span>
    </li>
  )
}

interface GroupProps {
  title: string
  end?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

function Group({ title, end, ref, children }: GroupProps) {
  return (
    <section ref={ref} aria-label={title} className="border-t border-line">
      <div className="flex min-h-9 items-center justify-between gap-3 bg-sunken px-4 py-1">
        <h2 className="text-12 font-semibold text-ink-2">{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}
