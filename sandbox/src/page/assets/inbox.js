// Makes the inbox quick: follows its own links without a new page, looks again when something arrives, and answers to keys. The
// server renders everything; this swaps the two marked parts of the page for the ones of the page fetched.

import { fetchPage, followChanges } from './changes.js'

const mailbox = document.querySelector('[data-mailbox]')
const listPart = document.querySelector('[data-part="list"]')
const messagePart = document.querySelector('[data-part="message"]')
const searchForm = document.querySelector('[data-search]')
const searchField = searchForm.elements.search
const deleteDialog = document.querySelector('[data-delete-dialog]')
const deleteError = document.querySelector('[data-delete-error]')

let loading
let width = 'desktop'

addEventListener('popstate', () => {
  searchField.value = new URL(location.href).searchParams.get('search') ?? ''
  void show(location.href)
})
document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
searchForm.addEventListener('submit', event => {
  event.preventDefault()
  void search()
})
searchField.addEventListener(
  'input',
  debounce(() => void search(), 200),
)
deleteDialog.querySelector('[data-delete]').addEventListener('click', () => void deleteAll())
followChanges(refreshList)

/** Shows the page of an address: `history` is 'push', 'replace' or nothing. */
async function show(url, history) {
  loading?.abort()
  const controller = new AbortController()
  loading = controller
  const slow = setTimeout(() => listPart.setAttribute('aria-busy', 'true'), 150)
  if (history) window.history[`${history}State`](null, '', url)
  try {
    const page = await fetchPage(url, controller.signal)
    swapMessage(page)
    swapList(page, false)
    document.title = page.title
  } catch (error) {
    // Without scripting the link works as well, and says what is wrong.
    if (error.name !== 'AbortError') location.assign(url)
  } finally {
    clearTimeout(slow)
    if (loading === controller) listPart.removeAttribute('aria-busy')
  }
}

function swapMessage(page) {
  const next = page.querySelector('[data-part="message"]')
  const keyOf = part => part.querySelector('[data-key]')?.dataset.key
  for (const state of ['data-open', 'data-empty']) {
    mailbox.toggleAttribute(state, page.querySelector('[data-mailbox]').hasAttribute(state))
  }
  // The same message in the same view stays: replacing its frame would open the mail again.
  if (keyOf(next) && keyOf(next) === keyOf(messagePart)) return
  messagePart.replaceChildren(...document.adoptNode(next).childNodes)
  applyWidth()
}

function swapList(page, markNew) {
  const next = page.querySelector('[data-part="list"]')
  if (next.innerHTML === listPart.innerHTML) return
  const known = new Set(rows().map(row => row.dataset.id))
  const focused = document.activeElement?.dataset?.id
  listPart.replaceChildren(...document.adoptNode(next).childNodes)
  for (const row of rows()) {
    if (markNew && !known.has(row.dataset.id)) row.classList.add('new')
    if (row.dataset.id === focused) row.focus({ preventScroll: true })
  }
}

function rows() {
  return [...listPart.querySelectorAll('[data-id]')]
}

function search() {
  const url = new URL(location.href)
  url.searchParams.delete('page')
  url.searchParams.delete('search')
  if (searchField.value.trim()) url.searchParams.set('search', searchField.value.trim())
  return show(url.href, 'replace')
}

function onClick(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  const link = event.target.closest('a[data-nav], a[data-clear-search]')
  if (link) {
    event.preventDefault()
    if (link.matches('[data-clear-search]')) searchField.value = ''
    void show(link.href, 'push')
    return
  }
  const switched = event.target.closest('button[data-width]')
  if (switched) {
    width = switched.dataset.width
    applyWidth()
  }
  if (event.target.closest('[data-ask-delete]')) {
    deleteError.hidden = true
    deleteDialog.showModal()
  }
}

function onKey(event) {
  if (event.metaKey || event.ctrlKey || event.altKey || deleteDialog.open) return
  if (event.target === searchField) {
    if (event.key === 'Escape') {
      searchField.value = ''
      searchField.blur()
      void search()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      searchField.blur()
      step(1)
    }
    return
  }
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
  const scrolls = event.key.startsWith('Arrow') && event.target.matches?.('.part')
  if (event.key in steps && !scrolls) {
    event.preventDefault()
    step(steps[event.key])
  } else if (event.key === '/') {
    event.preventDefault()
    searchField.focus()
    searchField.select()
  } else if (event.key === 'Escape') {
    messagePart.querySelector('.back')?.click()
  }
}

/** Opens the row below or above the open one. */
function step(by) {
  const all = rows()
  const at = all.findIndex(row => row.hasAttribute('aria-current'))
  const row = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]
  if (!row || row.hasAttribute('aria-current')) return
  // Marked at once: the next key press must not wait for the server.
  all[at]?.removeAttribute('aria-current')
  row.setAttribute('aria-current', 'true')
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  void show(row.href, 'replace')
}

function applyWidth() {
  const frame = messagePart.querySelector('[data-frame]')
  if (frame) frame.dataset.width = width
  for (const button of messagePart.querySelectorAll('button[data-width]')) {
    button.setAttribute('aria-pressed', String(button.dataset.width === width))
  }
}

async function deleteAll() {
  try {
    const answer = await fetch('/api/messages', { method: 'DELETE' })
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
    deleteDialog.close()
    searchField.value = ''
    await show('/', 'push')
  } catch (error) {
    deleteError.textContent = `Nothing was deleted: ${error.message}. Try again.`
    deleteError.hidden = false
  }
}

async function refreshList() {
  const url = location.href
  const page = await fetchPage(url)
  if (url !== location.href) return
  swapList(page, true)
  if (!messagePart.querySelector('[data-key]')) swapMessage(page)
}

function debounce(work, delayMs) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => work(), delayMs)
  }
}
