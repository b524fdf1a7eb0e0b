// Saves every turn of a dial at once: what the page shows is what the sandbox does.

const saved = document.querySelector('[data-saved]')

const PRESETS = {
  off: {},
  good: { open_rate: 0.42, click_rate: 0.11, soft_bounce_rate: 0.008, hard_bounce_rate: 0.006, complaint_rate: 0.0005 },
  bad: {
    latency_ms: 400,
    throttle_rate: 0.15,
    error_rate: 0.1,
    soft_bounce_rate: 0.04,
    hard_bounce_rate: 0.06,
    open_rate: 0.18,
    click_rate: 0.03,
    complaint_rate: 0.004,
  },
}

/** Days are good or bad for these. */
const DAYS = ['/api/faults/email', '/api/faults/whatsapp']

const forms = [...document.querySelectorAll('[data-dials]')].map(form => attach(form, form.dataset.dials))
document.querySelector('.presets')?.addEventListener('click', event => {
  const preset = event.target.closest('[data-preset]')?.dataset.preset
  // All off is all.
  for (const { address, setAll } of forms) {
    if (preset === 'off' || (preset && DAYS.includes(address))) setAll(PRESETS[preset])
  }
})

/** The dials of one form are saved together: a dial that is left out is off. */
function attach(form, address) {
  const dials = [...form.querySelectorAll('[data-dial]')]
  let timer
  let saving = Promise.resolve()

  for (const dial of dials) {
    dial.addEventListener('input', event => {
      if (event.target.type === 'range') numberOf(dial).value = event.target.value
      drawSlider(dial)
      saveSoon()
    })
  }
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('click', event => {
    if (event.target.closest('[data-reseed]')) {
      numberOf(form.querySelector('[data-dial="seed"]')).value = Math.floor(Math.random() * 1_000_000)
      saveSoon()
    }
  })

  function setAll(values) {
    for (const dial of dials) {
      if (dial.dataset.dial === 'seed') continue
      const value = values[dial.dataset.dial] ?? Number(dial.dataset.usual ?? 0)
      numberOf(dial).value = dial.dataset.unit === 'percent' ? Number((value * 100).toFixed(4)) : value
      drawSlider(dial)
    }
    saveSoon()
  }

  function saveSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      saving = saving.then(() => save(address, dials))
    }, 200)
  }

  return { address, setAll }
}

/** Says on the page whether it worked. */
async function save(address, dials) {
  const bad = dials.map(numberOf).filter(input => !input.checkValidity() || input.value === '')
  for (const dial of dials)
    numberOf(dial)
      .closest('.input')
      .classList.toggle('bad', bad.includes(numberOf(dial)))
  if (bad.length > 0) return say(`Not saved: ${labelOf(bad[0])} must be ${bad[0].min} to ${bad[0].max}`, true)
  try {
    const answer = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(dials.map(dial => [dial.dataset.dial, valueOf(dial)]))),
    })
    const { success, message } = await answer.json()
    if (!success) throw new Error(message)
    say(`Saved ${new Date().toLocaleTimeString('en-US')}`, false)
  } catch (error) {
    say(`Not saved: ${error.message}. Turn a dial to try again.`, true)
  }
}

function numberOf(dial) {
  return dial.querySelector('input[type="number"]')
}

function drawSlider(dial) {
  const slider = dial.querySelector('input[type="range"]')
  if (slider) slider.value = numberOf(dial).value || 0
}

function valueOf(dial) {
  const value = Number(numberOf(dial).value)
  return dial.dataset.unit === 'percent' ? value / 100 : value
}

function labelOf(input) {
  return document.querySelector(`label[for="${input.id}"] .label`).textContent
}

function say(words, bad) {
  saved.textContent = words
  saved.classList.toggle('bad', bad)
}
