// Times of the page in the zone of the browser, also of parts that are drawn later. The bar names the zone while the page has any.

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const zonePill = document.querySelector('[data-zone]')

function localize(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    const isToday = at.toDateString() === new Date().toDateString()
    const text = (time.hasAttribute('data-full') ? full : isToday ? timeOfDay : dayOfYear).format(at)
    if (time.textContent !== text) time.textContent = text
    if (time.title !== '') time.title = full.format(at)
  }
  const hidden = root.querySelector('time[datetime]') === null
  if (zonePill && zonePill.hidden !== hidden) zonePill.hidden = hidden
}

/** The zone of now: "GMT+1" */
function zoneName() {
  return full.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

if (zonePill) zonePill.querySelector('[data-zone-name]').textContent = zoneName()
localize(document)
new MutationObserver(() => localize(document)).observe(document.body, { childList: true, subtree: true })
