import type { Locale } from '@notifly/contracts/accounts/accounts'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { splitLocale } from '../../locales/url-locale.ts'
import { Link } from '../../ui/layout/Link.tsx'

/** Elements of a text, with the attributes that stay. Everything else that the HTML may have is left out. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br hr strong b em i del code kbd sub sup h3 h4 ul li dl dt dd pre blockquote article table thead tbody tr'
      .split(' ')
      .map(name => [name, []]),
  ),
  h2: ['id'],
  ol: ['start'],
  th: ['align', 'scope'],
  td: ['align'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  time: ['datetime'],
}

/** React has names of its own for some attributes. */
const NAMES: Readonly<Record<string, string>> = { datetime: 'dateTime' }

/** The text of a page as the server made it of Markdown. Links to our own pages stay within the dashboard. */
export function Prose({ html, locale }: { html: string; locale: Locale }) {
  // A document of its own: nothing in it loads or runs.
  const nodes = useMemo(() => drawn(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return (
    <div lang={locale} className="prose">
      {nodes}
    </div>
  )
}

function drawn(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, at) => <Fragment key={at}>{drawnNode(node)}</Fragment>)
}

function drawnNode(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  if (node.localName === 'a') return <TextLink to={node.getAttribute('href') ?? ''}>{drawn(node)}</TextLink>
  const attributes = ELEMENTS[node.localName]
  if (attributes === undefined) return null
  const given = attributes.flatMap(name => {
    const value = node.getAttribute(name)
    return value === null ? [] : [[NAMES[name] ?? name, value] as const]
  })
  // Without words for it a picture is decoration.
  if (node.localName === 'img') given.unshift(['alt', ''])
  const children = node.hasChildNodes() ? drawn(node) : undefined
  return createElement(node.localName, Object.fromEntries(given), children)
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith('#'))
    return (
      <Link tone="plain" href={to}>
        {children}
      </Link>
    )
  if (!to.startsWith('/')) return <a href={to}>{children}</a>
  const { pathname, search, hash } = new URL(to, window.location.origin)
  return (
    <Link tone="plain" href={splitLocale(pathname).path + search + hash}>
      {children}
    </Link>
  )
}
