// Shows requests as they arrive, and dials that count down with them.

import './dials.js'
import { fetchPage, followChanges } from './changes.js'

followChanges(refresh)

async function refresh() {
  const page = await fetchPage(location.href)
  const [part, next] = [document, page].map(each => each.querySelector('[data-part="requests"]'))
  if (part.innerHTML !== next.innerHTML) {
    const href = part.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
    part.replaceChildren(...document.adoptNode(next).childNodes)
    if (href !== null) part.querySelector(`[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true })
  }
  for (const dial of document.querySelectorAll('[data-dial$="_next"]')) {
    const [slider, number] = dial.querySelectorAll('input')
    const { value } = page.querySelector(`[data-dial="${dial.dataset.dial}"] input[type="number"]`)
    if (dial.matches(':active') || document.activeElement === number) continue
    slider.value = value
    number.value = value
  }
}
