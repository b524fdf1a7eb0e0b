// Stands in for Beefree's editor: one heading and one text in a document of its own, saved as JSON and HTML.

window.BeePlugin = {
  create(token, config, ready) {
    if (typeof token?.access_token !== 'string') {
      config.onError?.({ code: 5101, message: 'Invalid token' })
      return
    }
    ready(editorIn(config))
  },
}

function editorIn(config) {
  const place = document.getElementById(config.container)
  const fields = { heading: document.createElement('input'), text: document.createElement('textarea') }
  const saveButton = document.createElement('button')
  saveButton.type = 'button'
  saveButton.textContent = 'Save'
  saveButton.style.alignSelf = 'start'

  const documentNow = () => ({ sandbox: 'beefree', heading: fields.heading.value, text: fields.text.value })
  const note = document.createElement('p')
  note.textContent = 'The sandbox stands in for Beefree: a heading, a text, and merge fields for it.'
  const tagRow = document.createElement('div')
  tagRow.style.cssText = 'display: flex; flex-wrap: wrap; gap: 8px'

  const save = () => config.onSave?.(JSON.stringify(documentNow()), htmlOf(documentNow()), null, 1, null)
  for (const [name, field] of Object.entries(fields)) {
    field.placeholder = name === 'heading' ? 'Heading' : 'Text'
    field.setAttribute('aria-label', field.placeholder)
    field.style.cssText = 'padding: 8px 12px; font: inherit'
    field.addEventListener('input', () => config.onChange?.(JSON.stringify(documentNow()), {}, 1))
  }
  saveButton.addEventListener('click', save)

  const load = template => {
    fields.heading.value = template?.heading ?? ''
    fields.text.value = template?.text ?? ''
  }

  return {
    load,
    start(template) {
      load(template)
      const tags = (config.mergeTags ?? []).map(({ name, value }) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = name
        button.addEventListener('click', () => {
          fields.text.value += value
          fields.text.dispatchEvent(new Event('input'))
        })
        return button
      })
      tagRow.replaceChildren(...tags)
      place.style.cssText =
        'box-sizing: border-box; max-width: 640px; margin: auto; padding: 32px; display: flex; flex-direction: column; gap: 16px; font: 14px/1.5 system-ui, sans-serif'
      fields.text.rows = 8
      place.replaceChildren(note, fields.heading, fields.text, tagRow, saveButton)
    },
    save,
  }
}

function htmlOf({ heading, text }) {
  const style = 'font-family:Arial,sans-serif;color:#222222'
  return `<!doctype html><html><body style="${style}"><h1>${escaped(heading)}</h1><p>${escaped(text)}</p></body></html>`
}

// Merge fields are the product's; everything else is text.
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
