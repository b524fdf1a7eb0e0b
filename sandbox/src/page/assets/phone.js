// Keeps the phone current: swaps the marked parts when something arrives, sends replies, saves the providers' portals.

import { fetchPage, followChanges } from './changes.js'
import { leaveOutGone, watchPictures } from './pictures.js'

// What was just tapped stays in sight.
if (!document.querySelector('.lines :target')) toNewest()
document.querySelector('[data-reply]')?.addEventListener('submit', event => {
  event.preventDefault()
  const form = event.target
  if (form.elements.text.value.trim()) void sendReply(form, form.elements.text.value, true)
})
for (const button of document.querySelectorAll('[data-word]')) {
  button.addEventListener('click', () => void sendReply(button.closest('form'), button.dataset.word, false))
}
for (const form of document.querySelectorAll('[data-portal]')) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    void savePortal(form)
  })
  form.addEventListener('click', event => {
    const senders = event.target.closest('[data-remove]')?.dataset.remove
    if (senders !== undefined) void removeFromPortal(form, senders)
  })
}
followChanges(refresh)

async function sendReply(form, text, isTyped) {
  const problem = form.querySelector('[data-problem]')
  problem.hidden = true
  const said = await post('/api/phone/replies', { ...pick(form.dataset), text })
  if (said === undefined && isTyped) form.reset()
  if (said !== undefined) {
    problem.textContent = said
    problem.hidden = false
  }
  await refresh()
}

function pick({ number, channel }) {
  return { number, channel }
}

async function savePortal(form) {
  const { senders, callback_url: url, form: kind } = form.elements
  const body = { senders: senders.value, callback_url: url.value, ...(kind && { form: kind.value }) }
  const said = await post(`/providers/${form.dataset.portal}/_settings`, body)
  url.closest('.input').classList.toggle('bad', said !== undefined)
  const status = form.querySelector('[data-said]')
  status.classList.toggle('err', said !== undefined)
  status.textContent = said ?? `Saved ${new Date().toLocaleTimeString('en-US')}`
  if (said !== undefined) return
  // What a link has asked for is done: a reload shall not ask again.
  form.classList.remove('asked')
  form.querySelector('[data-ask]')?.remove()
  const address = new URL(location.href)
  address.searchParams.delete(form.dataset.portal)
  address.searchParams.delete('senders')
  history.replaceState(null, '', address)
  await refresh()
}

async function removeFromPortal(form, senders) {
  const said = await post(`/providers/${form.dataset.portal}/_settings`, { senders, callback_url: '' })
  form.querySelector('[data-said]').textContent = said ?? 'Removed'
  form.elements.senders.focus()
  await refresh()
}

/** What went wrong, in words; undefined when nothing did. */
async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { success, message, errors } = await answer.json()
    return success ? undefined : (errors?.[0]?.message ?? message)
  } catch (error) {
    return `The sandbox cannot be reached: ${error.message}.`
  }
}

async function refresh() {
  const page = await fetchPage(location.href).catch(() => undefined)
  if (page === undefined) return
  // The first message of all brings the phone with it.
  if (!document.querySelector('.phone[data-channel]') && page.querySelector('.phone[data-channel]'))
    return location.reload()
  leaveOutGone(page)
  const parts = [...document.querySelectorAll('[data-part]')].map(part => part.dataset.part)
  for (const name of parts) {
    const part = document.querySelector(`[data-part="${name}"]`)
    const next = page.querySelector(`[data-part="${name}"]`)
    if (!part || !next || part.innerHTML === next.innerHTML) continue
    const focused = part.contains(document.activeElement) ? selectorOf(document.activeElement) : undefined
    part.className = next.className
    part.replaceChildren(...document.adoptNode(next).childNodes)
    watchPictures(part)
    if (name === 'lines') toNewest()
    if (focused) part.querySelector(focused)?.focus({ preventScroll: true })
  }
}

/** Finds a link, or a button of a notification, in the part that takes the place of its own. */
function selectorOf(element) {
  const href = element.getAttribute('href')
  if (href) return `[href="${CSS.escape(href)}"]`
  const line = element.closest('li[id]')
  return line && `#${CSS.escape(line.id)} [name="${element.name}"][value="${CSS.escape(element.value)}"]`
}

function toNewest() {
  const lines = document.querySelector('[data-part="lines"]')
  if (lines) lines.scrollTop = lines.scrollHeight
}
