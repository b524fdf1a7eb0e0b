// Shows the account as it changes, and dials that count down with it.

import './dials.js'
import { fetchPage, followChanges } from './changes.js'

followChanges(refresh)

async function refresh() {
  const page = await fetchPage(location.href)
  for (const part of document.querySelectorAll('[data-part]')) {
    const next = page.querySelector(`[data-part="${part.dataset.part}"]`)
    if (part.innerHTML !== next.innerHTML && !isTyping(part)) swap(part, document.adoptNode(next))
  }
  for (const dial of document.querySelectorAll('[data-dial$="_next"]')) {
    const [slider, number] = dial.querySelectorAll('input')
    const { value } = page.querySelector(`[data-dial="${dial.dataset.dial}"] input[type="number"]`)
    if (dial.matches(':active') || document.activeElement === number) continue
    slider.value = value
    number.value = value
  }
}

/** A form with a typed amount stays as it is. */
function isTyping(part) {
  return part.contains(document.activeElement) && document.activeElement.matches('input')
}

function swap(part, next) {
  const focused = part.contains(document.activeElement) ? keyOf(document.activeElement) : undefined
  part.replaceChildren(...next.childNodes)
  const again = [...part.querySelectorAll('a, button')].find(element => keyOf(element) === focused)
  again?.focus({ preventScroll: true })
}

function keyOf(element) {
  return `${element.getAttribute('href')} ${element.getAttribute('aria-label')} ${element.value}`
}
