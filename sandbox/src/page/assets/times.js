// Times of the page in the zone of the browser, also of parts that are drawn later.

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

function localize(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    const isToday = at.toDateString() === new Date().toDateString()
    const text = (time.hasAttribute('data-full') ? full : isToday ? timeOfDay : dayOfYear).format(at)
    if (time.textContent !== text) time.textContent = text
    if (time.title !== '') time.title = full.format(at)
  }
}

localize(document)
new MutationObserver(() => localize(document)).observe(document.body, { childList: true, subtree: true })
