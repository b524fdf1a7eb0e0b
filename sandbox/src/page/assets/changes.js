const live = document.querySelector('[data-live]')

/** Calls `refresh` whenever the server says that something has changed, one call at a time. */
export function followChanges(refresh) {
  let looking = false
  let again = false
  const look = async () => {
    again = true
    if (looking) return
    looking = true
    while (again) {
      again = false
      await refresh().catch(() => undefined)
    }
    looking = false
  }
  const changes = new EventSource('/changes')
  changes.addEventListener('open', () => showLive('on', 'Live'))
  changes.addEventListener('error', () => showLive('away', 'Reconnecting'))
  changes.addEventListener('message', () => void look())
  addEventListener('pagehide', () => changes.close())
}

/** The page of an address as it is now. */
export async function fetchPage(url, signal) {
  const answer = await fetch(url, { signal, headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

function showLive(state, words) {
  live.hidden = false
  live.dataset.state = state
  live.querySelector('[data-live-text]').textContent = words
}
