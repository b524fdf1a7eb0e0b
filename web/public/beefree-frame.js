// Beefree's editor in a page of its own, which alone may load its script. The page around sends {start: {pluginUrl, session, language,
// mergeTags, document}}, {load: document} for another one, {session} when the one before has ended, and {save: true}; it is told {ready},
// {changed}, {saved: {document, html}} and {failed}.

let editor

addEventListener('message', event => {
  if (event.source !== parent || event.origin !== location.origin) return
  const { start, load, save, session } = event.data ?? {}
  if (start) begin(start)
  if (load !== undefined) editor?.load(documentIn(load))
  if (save) editor?.save()
  if (session) editor?.updateToken?.(session)
})

function begin({ pluginUrl, session, language, mergeTags, document: stored }) {
  const script = document.createElement('script')
  script.src = pluginUrl
  script.addEventListener('error', () => tell({ failed: 'script' }))
  script.addEventListener('load', () => {
    const config = {
      container: 'editor',
      language,
      mergeTags,
      trackChanges: true,
      onChange: () => tell({ changed: true }),
      onSave: (json, html) => tell({ saved: { document: json, html } }),
      onError: ({ code }) => tell({ failed: code }),
    }
    window.BeePlugin.create(session, config, created => {
      editor = created
      editor.start(documentIn(stored))
      tell({ started: true })
    })
  })
  document.head.append(script)
}

function documentIn(stored) {
  return stored === null ? {} : JSON.parse(stored)
}

function tell(message) {
  parent.postMessage(message, location.origin)
}

tell({ ready: true })
