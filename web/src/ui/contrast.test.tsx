// Contrast that axe does not check, in both themes: chart colours and disabled text.
import { afterEach, describe, expect, test } from 'vitest'
import { render } from '../testing/render.ts'
import { Button } from './controls/Button.tsx'
import { RadioRows } from './controls/RadioRows.tsx'
import { Segmented } from './controls/Segmented.tsx'
import { TextInput } from './controls/TextInput.tsx'
import { UiProvider } from './UiProvider.tsx'

const root = document.documentElement
/** WCAG 2.2: 1.4.3 for words that are there to be read, 1.4.11 for graphics. What cannot be pressed gets as much as graphics. */
const READABLE = 4.5
const VISIBLE = 3

const LINES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'chart-prev']
const CHANNELS = ['ch-email', 'ch-sms', 'ch-whatsapp', 'ch-webpush', 'ch-mobilepush']
const BARS = ['success', 'warning', 'danger', 'info']

afterEach(() => {
  delete root.dataset.theme
})

describe.each(['light', 'dark'] as const)('in the %s theme', theme => {
  test('lines and bars of charts are seen on their panel, and their axes can be read', async () => {
    root.dataset.theme = theme
    const names = [...LINES, ...CHANNELS, ...BARS, 'chart-axis', 'surface']
    const { container } = await render(names.map(name => <i key={name} style={{ color: `var(--c-${name})` }} />))
    const colours = [...container.querySelectorAll('i')].map(each => getComputedStyle(each).color)
    const panel = colours.pop() ?? ''
    const faint = colours.flatMap((colour, at) => {
      const least = names[at] === 'chart-axis' ? READABLE : VISIBLE
      const found = contrast(colour, panel)
      return found < least ? [`${names[at]}: ${found.toFixed(2)}`] : []
    })
    expect(faint).toEqual([])
  })

  test('values and choices that cannot be changed can still be read, and buttons be seen', async () => {
    root.dataset.theme = theme
    const { container } = await render(
      <UiProvider direction="ltr">
        <main className="bg-canvas">
          <TextInput aria-label="Sender" value="hello@harbor.example" disabled onChange={() => {}} />
          <RadioRows
            aria-label="End"
            disabled
            value="never"
            onChange={() => {}}
            rows={[
              { value: 'never', title: 'Never', help: 'Until you stop it.' },
              { value: 'date', title: 'On a date' },
            ]}
          />
          <Segmented
            aria-label="Match"
            disabled
            value="all"
            onChange={() => {}}
            segments={[
              { value: 'all', label: 'All' },
              { value: 'any', label: 'Any' },
            ]}
          />
          <Button disabled>Save</Button>
        </main>
      </UiProvider>,
    )
    const found = wordsIn(container).map(({ words, element }) => ({ words, ratio: contrastOf(element), element }))
    expect(found.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['hello@harbor.example', 'Never', 'Until you stop it.', 'All', 'Any', 'Save']),
    )
    const faint = found.filter(
      ({ element, ratio }) => ratio < (element.matches('button:not([role])') ? VISIBLE : READABLE),
    )
    expect(faint.map(({ words, ratio }) => `${words}: ${ratio.toFixed(2)}`)).toEqual([])
  })
})

/** Elements that hold words themselves. */
function wordsIn(within: Element): { words: string; element: Element }[] {
  return [...within.querySelectorAll('*')].flatMap(element => {
    const own = [...element.childNodes].filter(node => node instanceof Text).map(node => node.data)
    const words = element instanceof HTMLInputElement && element.type === 'text' ? element.value : own.join('')
    return words.trim() === '' ? [] : [{ words, element }]
  })
}

function contrastOf(element: Element): number {
  for (let behind: Element | null = element; behind !== null; behind = behind.parentElement) {
    const { backgroundColor } = getComputedStyle(behind)
    if (!/, 0\)$|^transparent$/.test(backgroundColor)) return contrast(getComputedStyle(element).color, backgroundColor)
  }
  return 0
}

/** WCAG's ratio of two opaque colours, as `rgb(1, 2, 3)`. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(part => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
