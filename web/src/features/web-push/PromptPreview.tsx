import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { bell } from '@notifly/site-sdk/prompts/bell'
import { customLink } from '@notifly/site-sdk/prompts/link'
import { type MountedPrompt, mountPrompt } from '@notifly/site-sdk/prompts/mount'
import type { PromptAction, PromptNode, SubscriptionState } from '@notifly/site-sdk/prompts/node'
import { slidePrompt } from '@notifly/site-sdk/prompts/slide'
import { promptWords } from '@notifly/site-sdk/prompts/words'
import { Lock, Monitor, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import type { PromptType } from './prompt-drafts.ts'

export interface PromptPreviewProps {
  type: PromptType
  preferences: PromptPreferences
  site: { name: string; url: string; icon: string }
}

const STATES = ['unsubscribed', 'subscribed', 'blocked'] as const satisfies readonly SubscriptionState[]
const SCREENS = ['desktop', 'phone'] as const

/** A page of the site with one prompt, drawn by the very code that draws it there. It can be tried by clicking. */
export function PromptPreview({ type, preferences, site }: PromptPreviewProps) {
  const { t } = useTranslation('prompts')
  const [state, setState] = useState<SubscriptionState>('unsubscribed')
  const [screen, setScreen] = useState<(typeof SCREENS)[number]>('desktop')
  const [isOpen, setOpen] = useState(type !== 'subscription_bell')
  const node = useNode({ type, preferences, site }, state, isOpen)
  const again = useRef<HTMLButtonElement>(null)
  // What had the focus is gone with the prompt.
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) again.current?.focus()
  }, [isOpen])
  const act = (action: PromptAction) => {
    if (action === 'subscribe') setState('subscribed')
    if (action === 'unsubscribe') setState('unsubscribed')
    setOpen(action === 'open')
  }
  const icons = { desktop: Monitor, phone: Smartphone }
  return (
    <section aria-label={t('preview.title')} className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('preview.title')}</h3>
        <div className="flex flex-wrap gap-2">
          <Segmented
            size="sm"
            aria-label={t('preview.visitor')}
            value={state}
            onChange={setState}
            segments={STATES.map(value => ({ value, label: t(`preview.state.${value}`) }))}
          />
          <Segmented
            size="sm"
            aria-label={t('preview.screen')}
            value={screen}
            onChange={setScreen}
            segments={SCREENS.map(value => ({
              value,
              label: t(`preview.${value}`),
              icon: icons[value],
              iconOnly: true,
            }))}
          />
        </div>
      </div>
      <div
        className={cx(
          // Whatever is fixed to the window stays within this frame.
          'relative flex h-110 flex-col overflow-clip rounded-3 border border-line bg-[#fff] text-[#1b1b2f] [transform:translateZ(0)]',
          screen === 'phone' && 'mx-auto w-75 max-w-full',
        )}
        dir="ltr"
      >
        <AddressBar url={site.url} />
        <PageMock name={site.name}>{type === 'custom_link' && <Drawn node={node} onAction={act} />}</PageMock>
        {type !== 'custom_link' && <Drawn node={node} onAction={act} />}
      </div>
      <p className="flex min-h-control-sm flex-wrap items-center justify-between gap-2 text-12 text-muted">
        {node === null ? t(`preview.hidden.${type}`) : t('preview.note')}
        {type === 'slide_prompt' && !isOpen && (
          <Button ref={again} size="sm" onClick={() => setOpen(true)}>
            {t('preview.again')}
          </Button>
        )}
      </p>
    </section>
  )
}

function useNode({ type, preferences, site }: PromptPreviewProps, state: SubscriptionState, isOpen: boolean) {
  const { i18n } = useTranslation()
  return useMemo((): PromptNode | null => {
    const words = promptWords([i18n.language])
    const view = { state, isOpen, siteName: site.name, ...(site.icon !== '' && { iconUrl: site.icon }) }
    const { subscription_bell, slide_prompt, custom_link } = preferences
    if (type === 'subscription_bell') return subscription_bell ? bell(subscription_bell, view, words) : null
    if (type === 'custom_link') return custom_link ? customLink(custom_link, view, words) : null
    return slide_prompt && isOpen && state === 'unsubscribed' ? slidePrompt(slide_prompt, view, words) : null
  }, [type, preferences, site.name, site.icon, state, isOpen, i18n.language])
}

function Drawn({ node, onAction }: { node: PromptNode | null; onAction: (action: PromptAction) => void }) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPrompt>(null)
  const act = useEffectEvent(onAction)
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const prompt = mountPrompt(element, null, action => act(action))
    mounted.current = prompt
    element.addEventListener('keydown', keepEscape)
    return () => {
      element.removeEventListener('keydown', keepEscape)
      prompt.remove()
    }
  }, [])
  useEffect(() => mounted.current?.update(node), [node])
  return <div ref={host} />
}

/** Escape means the prompt, as it does on the site; the dialog around is not to hear it. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}

function AddressBar({ url }: { url: string }) {
  return (
    <div aria-hidden className="flex items-center gap-3 border-b border-[#e4e5ee] bg-[#f4f5fa] px-3 py-2">
      <span className="flex gap-1.5">
        {[1, 2, 3].map(each => (
          <span key={each} className="size-2.5 rounded-full bg-[#cfd1de]" />
        ))}
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-1.5 rounded-2 bg-[#fff] px-2 py-0.5 text-12 text-[#55566b]">
        <Icon of={Lock} size={12} />
        <span className="truncate">{hostOf(url)}</span>
      </span>
    </div>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** A page as any site has it: nothing of it means anything. */
function PageMock({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-5">
      <p className="truncate text-12 font-semibold tracking-[0.12em] text-[#2c3550] uppercase">{name}</p>
      <div aria-hidden className="h-24 shrink-0 rounded-2 bg-[#e8e2d6]" />
      <div aria-hidden className="h-2 w-2/5 rounded-full bg-[#e9eaf1]" />
      <div aria-hidden className="h-2 w-3/5 rounded-full bg-[#e9eaf1]" />
      {children}
      <div aria-hidden className="grid grid-cols-3 gap-3">
        {[1, 2, 3].map(each => (
          <div key={each} className="h-20 rounded-2 bg-[#f1ede6]" />
        ))}
      </div>
    </div>
  )
}
