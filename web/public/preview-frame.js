// Shows somebody's mail inside a sandboxed frame with an origin of its own. The page around sends {html, dark, quiet};
// what arrives is parsed without running anything and takes this document's place.

const REMOVED = 'script, base, object, embed, iframe, frame, frameset, link, meta[http-equiv], portal'

addEventListener('message', event => {
  if (event.source !== parent || typeof event.data?.html !== 'string') return
  const { html, dark = false, quiet = false } = event.data
  show(html, Boolean(dark), Boolean(quiet))
})

// A link in a preview leads nowhere: the frame would leave its place.
addEventListener(
  'click',
  event => event.target instanceof Element && event.target.closest('a') && event.preventDefault(),
)
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
