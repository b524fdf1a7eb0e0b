import { IGNORED_ELEMENTS, IGNORED_PROPERTIES, type LimitedClient } from '@notifly/contracts/templates/client-limits'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'

const OUTLOOK_IGNORES = { properties: ignoredIn(IGNORED_PROPERTIES), elements: ignoredIn(IGNORED_ELEMENTS) }

function ignoredIn(features: Readonly<Record<string, LimitedClient[]>>): string[] {
  return Object.keys(features).filter(feature => features[feature]?.includes('outlook'))
}

export interface PreviewFrameProps {
  html: string
  /** Accessible name of the frame. */
  title: string
  dark?: boolean
  /** Leaves out what Outlook on Windows ignores. */
  outlook?: boolean
  /** A thumbnail: it does not scroll and takes no focus. */
  quiet?: boolean
  /** Labels for links with these addresses. Keep the array stable between renders. */
  marks?: readonly LinkMark[]
  /** Called when a labelled link is pressed. */
  onLink?: (href: string) => void
  className?: string
}

export interface LinkMark {
  href: string
  text: string
  title: string
}

/** A recipient's email in a sandboxed frame: it runs no scripts, cannot access this page, and its links do nothing. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { html, title, dark = false, outlook = false, quiet = false, marks, onLink, className } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return
      if (event.data === 'preview-frame ready') setReady(true)
      const { pressed } = (event.data ?? {}) as { pressed?: unknown }
      if (typeof pressed === 'string') onLink?.(pressed)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [onLink])
  useEffect(() => {
    // The frame's origin is opaque, so there is no name to send to; what is sent is the tenant's own mail.
    if (ready)
      frame.current?.contentWindow?.postMessage({ html, dark, quiet, outlook: outlook && OUTLOOK_IGNORES, marks }, '*')
  }, [ready, html, dark, outlook, quiet, marks])
  return (
    <iframe
      ref={frame}
      src="/preview-frame.html"
      title={title}
      sandbox="allow-scripts"
      tabIndex={quiet ? -1 : undefined}
      aria-hidden={quiet || undefined}
      className={cx('block border-0 bg-[#fff]', !ready && 'invisible', className ?? 'size-full')}
    />
  )
}
