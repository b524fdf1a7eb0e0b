// Shows somebody's mail inside a sandboxed frame with an origin of its own. The page around sends {html, dark, quiet, outlook};
// what arrives is parsed without running anything and takes this document's place. With `marks`, a list of {href, text, title}, each
// link with such an address has the text beside it, and pressing it tells the page around: {pressed: href}.

const REMOVED = 'script, base, object, embed, iframe, frame, frameset, link, meta[http-equiv], portal'

addEventListener('message', event => {
  if (event.source !== parent || typeof event.data?.html !== 'string') return
  const { html, dark = false, quiet = false, outlook, marks } = event.data
  show(outlook ? withOutlooksOwn(html) : html, Boolean(dark), Boolean(quiet))
  if (outlook) leaveOut(outlook)
  markLinks(Array.isArray(marks) ? marks : [])
})

// A link in a preview leads nowhere: the frame would leave its place.
addEventListener('click', event => {
  if (!(event.target instanceof Element)) return
  if (event.target.closest('a, area')) event.preventDefault()
  const href = event.target.closest('[data-marked]')?.getAttribute('data-marked')
  if (href) parent.postMessage({ pressed: href }, '*')
})
addEventListener('submit', event => event.preventDefault())

parent.postMessage('preview-frame ready', '*')

function show(html, dark, quiet) {
  const { scrollX, scrollY } = window
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const element of parsed.querySelectorAll(REMOVED)) element.remove()
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (name.startsWith('on')) element.removeAttribute(name)
  }
  // In a small picture nothing is to be reached with the keyboard.
  if (quiet) for (const link of parsed.querySelectorAll('a, area, button, input')) link.setAttribute('tabindex', '-1')
  document.replaceChild(document.adoptNode(parsed.documentElement), document.documentElement)
  const hasOwnColours = decideScheme(dark)
  const root = document.documentElement
  root.style.colorScheme = dark && hasOwnColours ? 'dark' : 'light'
  if (dark && !hasOwnColours) invert(root)
  if (quiet) root.style.overflow = 'hidden'
  scrollTo(scrollX, scrollY)
}

let marked = []

function markLinks(marks) {
  for (const { badge } of marked) badge.remove()
  marked = marks.flatMap(({ href, text, title }) =>
    [...document.querySelectorAll('a[href], area[href]')]
      .filter(link => link.getAttribute('href') === href)
      .map(link => ({ link, badge: badgeOf({ href, text, title }, link) })),
  )
  placeBadges()
}

function badgeOf({ href, text, title }, link) {
  link.setAttribute('data-marked', href)
  link.setAttribute('href', '#')
  link.title = title
  const badge = document.createElement('span')
  badge.setAttribute('data-marked', href)
  badge.setAttribute('aria-hidden', 'true')
  badge.title = title
  badge.textContent = text
  badge.style.cssText =
    'position:absolute;z-index:2147483647;padding:1px 6px;border-radius:9px;background:#1d4ed8;color:#fff;cursor:pointer;' +
    'font:600 11px/16px system-ui,sans-serif;white-space:nowrap;direction:ltr;box-shadow:0 0 0 1px #fff'
  document.documentElement.append(badge)
  return badge
}

// At the upper end of each link, within the page; one that is not drawn has none.
function placeBadges() {
  const width = document.documentElement.clientWidth
  for (const { link, badge } of marked) {
    const box = link.getBoundingClientRect()
    badge.style.display = box.width === 0 || box.height === 0 ? 'none' : 'block'
    const left = Math.min(box.right - 6, width - badge.offsetWidth - 2)
    badge.style.left = `${Math.max(0, left) + scrollX}px`
    badge.style.top = `${Math.max(0, box.top + scrollY - 10)}px`
  }
}

addEventListener('resize', placeBadges)
// Pictures that arrive move what is below them.
addEventListener('load', placeBadges, true)

// The choice of the editor counts, not that of the operating system.
function decideScheme(dark) {
  let found = false
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue
      const scheme = /prefers-color-scheme:\s*(dark|light)/i.exec(rule.media.mediaText)?.[1]?.toLowerCase()
      if (scheme === undefined) continue
      found ||= scheme === 'dark'
      rule.media.mediaText = (scheme === 'dark') === dark ? 'all' : 'not all'
    }
  }
  return found
}

// What mail clients do to mails that say nothing about the dark: colours turn around, pictures stay.
function invert(root) {
  root.style.background = '#fff'
  root.style.filter = 'invert(0.92) hue-rotate(180deg)'
  for (const picture of document.querySelectorAll('img, video, [background]')) {
    picture.style.filter = 'invert(1) hue-rotate(180deg)'
  }
}

// What Outlook on Windows does to a mail, as far as a browser can show it: it ignores {properties, elements}, rules for other screens, fonts
// and some values; it reads comments that are written for it.
function leaveOut({ properties, elements }) {
  for (const name of elements) {
    // What is inside for who cannot show it, as in a video.
    for (const element of document.querySelectorAll(name))
      element.replaceWith(...(name === 'svg' ? [] : element.children))
  }
  for (const data of document.querySelectorAll('xml')) data.remove()
  for (const image of document.querySelectorAll('img[src^="data:" i], img[src*=".webp" i]'))
    image.removeAttribute('src')
  for (const { style } of document.querySelectorAll('[style]')) trim(style, properties)
  // To it a div is a block, and as wide as what it is in.
  for (const { style } of document.querySelectorAll('div[style]')) {
    style.removeProperty('width')
    if (style.display === 'inline-block') style.removeProperty('display')
  }
  for (const sheet of document.styleSheets) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      const rule = sheet.cssRules[at]
      if (rule instanceof CSSStyleRule) trim(rule.style, properties)
      else sheet.deleteRule(at)
    }
  }
}

function trim(style, properties) {
  for (const property of properties) style.removeProperty(property)
  if (/flex|grid/.test(style.display)) style.removeProperty('display')
}

// Comments for Outlook become what they hold, and what is hidden from it goes.
function withOutlooksOwn(html) {
  let shown = ''
  let at = 0
  for (;;) {
    const begin = html.indexOf('<!--[if', at)
    const end = begin === -1 ? -1 : html.indexOf('<![endif]-->', begin)
    if (end === -1) return shown + html.slice(at)
    const [condition, ...content] = html.slice(begin, end).split(']>')
    shown += html.slice(at, begin)
    if (/\bmso\b/.test(condition) && !/!\s*\(?mso|\blte? mso/.test(condition)) shown += content.join(']>')
    at = end + '<![endif]-->'.length
  }
}
